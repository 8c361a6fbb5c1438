import { describe, expect, it } from "vitest"
import type { Event, EventType } from "../event.ts"
import { why } from "./why.ts"

let seq = 0
function log(...entries: [type: EventType, data: unknown, turn?: string][]): Event[] {
  seq = 0
  return entries.map(([type, data, turn = "t1"]) => {
    seq += 1
    const by = { kind: "person", name: "ada" }
    return { id: `e${seq}`, session: "s", seq, at: "2026-01-01T00:00:00.000Z", by, turn, type, v: 1, data } as Event
  })
}

const started: [EventType, unknown] = ["turn.started", { task: "Mend it" }]
const finished = (status: string, changed: unknown[] = []): [EventType, unknown] => [
  "tool.finished",
  { call: "c", status, output: { text: "" }, changed },
]
const file = (path: string, before: string | null, after: string | null) => ({ path, before, after })

describe("why", () => {
  it("tells what stopped a turn, on what evidence, what is missing and what comes next", () => {
    const evidence = [
      { category: "check", source: "npm test", status: "supporting", summary: "passed", seq: 4 },
      { category: "check", source: "lint", status: "contradicted", summary: "failed" },
      { category: "verification", source: "x", status: "missing", summary: "No check was run" },
    ]
    const explained = why(
      log(
        started,
        ["model.failed", { asked: 1, kind: "server", message: "503", retryAt: "2026-01-01T00:00:01.000Z" }],
        ["model.answered", { asked: 1, text: "", finish: "stop" }],
        finished("ok", [file("/w/a", "1", "2"), file("/w/b", null, "1"), file("/w/c", null, "1")]),
        finished("error", [file("/w/b", "1", "2"), file("/w/c", "1", null)]),
        finished("unknown"),
        ["turn.stopped", { code: "completed-unverified", summary: "Finished", evidence, missing: ["a check"] }],
      ),
      { driven: false },
    )
    expect(explained).toMatchObject({
      turn: "t1",
      task: "Mend it",
      standing: "stopped",
      events: { from: 1, to: 7 },
      stop: { code: "completed-unverified", seq: 7, exitCode: 0, unmet: null, by: null },
      did: {
        steps: 1,
        tools: { ok: 1, error: 1, unknown: 1 },
        files: [
          { path: "/w/a", change: "changed", seq: 4 },
          { path: "/w/b", change: "created", seq: 5 },
        ],
      },
      evidence: { for: [{ seq: 4 }], against: [{ source: "lint" }], context: [] },
      missing: ["a check", "No check was run"],
      failures: [{ seq: 2, kind: "server", message: "503" }],
      interruptions: [{ seq: 6, what: "the outcome of a tool is unknown" }],
      undone: false,
      next: ["verify", "send", "undo"],
    })
  })

  it("has the exit code of a turn that did not show what was required of it", () => {
    const stop: [EventType, unknown] = ["turn.stopped", { code: "answered", summary: "", unmet: "change" }]
    expect(why(log(started, stop), { driven: false })?.stop).toMatchObject({ exitCode: 5, unmet: "change" })
  })

  it("does not call it an interruption that the driver left to wait for an answer", () => {
    const owned: [EventType, unknown] = ["session.owned", { ownerPath: "agent" }]
    expect(why(log(started, ["session.left", {}], owned), { driven: true })?.interruptions).toEqual([])
    expect(why(log(started, owned), { driven: true })?.interruptions).toEqual([{ seq: 2, what: "resumed by agent" }])
  })

  it("does not call it an interruption that somebody answered a question later", () => {
    const owned: [EventType, unknown] = ["session.owned", { ownerPath: "agent" }]
    const opened: [EventType, unknown] = ["ask.opened", { ask: "q", kind: "approval", question: "May it?" }]
    const answer: [EventType, unknown] = ["ask.answered", { ask: "q", answer: "approve" }]
    const interruptions = (...more: [EventType, unknown][]) =>
      why(log(started, opened, ...more), { driven: true })?.interruptions
    expect(interruptions(answer, owned)).toEqual([])
    expect(interruptions(owned, answer, owned)).toEqual([])
    const asked: [EventType, unknown] = ["model.asked", { purpose: "turn", model: "m" }]
    expect(interruptions(answer, owned, asked, owned)).toEqual([{ seq: 6, what: "resumed by agent" }])
  })

  it("tells of an open turn whether it runs, waits or was interrupted", () => {
    const ask: [EventType, unknown] = ["ask.opened", { ask: "q", kind: "question", question: "Which?" }]
    const open = log(started, ask)
    expect(why(open, { driven: true })).toMatchObject({
      standing: "waiting",
      asks: [{ seq: 2 }],
      next: ["answer", "cancel"],
    })
    const answered = log(started, ask, ["ask.answered", { ask: "q", answer: "text", text: "this" }])
    expect(why(answered, { driven: true })).toMatchObject({ standing: "running", asks: [], stop: null })
    expect(why(answered, { driven: false })).toMatchObject({ standing: "interrupted", next: ["resume", "cancel"] })
    expect(why([], { driven: false })).toBeNull()
  })

  it("tells of a named turn only what belongs to it, and whether it was undone", () => {
    const stop = (code: string): [EventType, unknown] => ["turn.stopped", { code, summary: code }]
    const undoing = (...more: [EventType, unknown][]) =>
      log(
        started,
        finished("ok", [file("/w/a", "1", "2")]),
        ["turn.cancel-requested", { turn: "t1" }],
        stop("cancelled"),
        ["turn.started", { task: "Next" }, "t2"],
        ["turn.stopped", { code: "answered", summary: "Said" }, "t2"],
        ...more,
      )
    const restore: [EventType, unknown][] = [
      ["workspace.restore-started", { turns: ["t1"], files: [] }],
      ["workspace.restored", { started: 7, turns: ["t1"], changed: [] }],
    ]
    const redo: [EventType, unknown][] = [
      ["workspace.restore-started", { turns: ["t1"], files: [], takesBack: 7 }],
      ["workspace.restored", { started: 9, turns: ["t1"], changed: [] }],
    ]
    const t1 = (events: Event[]) => why(events, { turn: "t1", driven: false })
    expect(t1(undoing())).toMatchObject({ stop: { code: "cancelled", by: { name: "ada" } }, next: ["undo"] })
    expect(t1(undoing(...restore))).toMatchObject({ events: { to: 4 }, undone: true, next: ["redo"] })
    expect(t1(undoing(...restore, ...redo))).toMatchObject({ undone: false, next: ["undo"] })
    expect(why(undoing(), { driven: false })).toMatchObject({ turn: "t2", task: "Next", did: { files: [] } })
  })

  it("offers to go on with what waits where that is held, after the newest turn only", () => {
    const events = log(
      ["turn.started", { task: "First" }, "t1"],
      ["turn.stopped", { code: "crashed", summary: "Again" }, "t1"],
    )
    expect(why(events, { driven: false })?.next).toEqual(["resume"])
    expect(why(events, { driven: false, held: true })?.next).toEqual(["resume", "skip"])
    const later = log(
      ["turn.started", { task: "First" }, "t1"],
      ["turn.stopped", { code: "crashed", summary: "Again" }, "t1"],
      ["turn.started", { task: "Next" }, "t2"],
    )
    expect(why(later, { turn: "t1", driven: false, held: true })?.next).toEqual([])
  })
})
