import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../../test/support/session/example.ts"
import * as say from "../../../../test/support/session/say.ts"
import { ada, blob, driver, grace, hash, inTurn, items, one, only } from "../../../../test/support/session/shown.ts"
import { transcript } from "../transcript.ts"
import { why } from "../why.ts"

const owned = (pid: number): Line => [
  "session.owned",
  { ownerType: "Agent", ownerPath: "public-agent", host: "here", pid, epoch: pid },
  { by: driver },
]

describe("the course of the work", () => {
  it("shows each version of an artifact, and who wrote it", () => {
    const shown = items(
      [
        "workflow.artifact-written",
        { artifact: "plan", version: 1, body: blob, summary: "three steps" },
        { by: driver },
      ],
      ["workflow.artifact-edited", { artifact: "plan", from: 1, body: blob }, { by: grace }],
    )
    expect(shown).toMatchObject([
      { kind: "artifact", artifact: "plan", version: 1, edited: false, by: driver, summary: "three steps", body: blob },
      { kind: "artifact", artifact: "plan", version: 2, edited: true, by: grace, summary: null },
    ])
  })

  it("shows which mode was chosen and why", () => {
    const why = { reasonCode: "large", reasonSummary: "it is large", scheduledNextMode: "execute" } as const
    const decided: Line = ["workflow.decided", { kind: "route", mode: "plan", summary: "Plan first", ...why }]
    expect(one("mode", decided)).toMatchObject({
      as: "route",
      mode: "plan",
      summary: "Plan first",
      reason: "it is large",
      reasonCode: "large",
      next: "execute",
    })
  })

  it("shows the evidence of a stop, what is missing, what it was in, and who wanted it", () => {
    const evidence = [{ category: "check", source: "npm test", summary: "red", status: "contradicted" as const }]
    const facts = { evidence, missing: ["a test"], during: { seq: 1, what: "npm test" } }
    const stopped: Line = [
      "turn.stopped",
      { code: "cancelled", summary: "s", ...facts },
      { turn: "turn-1", by: driver },
    ]
    const cancel: Line = ["turn.cancel-requested", { turn: "turn-1" }, { by: grace }]
    expect(one("stop", say.started(), cancel, stopped)).toMatchObject({ ...facts, turn: "turn-1", by: grace })
    expect(one("stop", stopped)).toMatchObject({ by: driver })
    const later = items(say.started(), cancel, stopped, say.started("b", "b"), say.stopped("answered", "b"))
    expect(later.at(-1)).toMatchObject({ kind: "stop", by: ada, evidence: [], missing: [], during: null })
  })

  it("shows each message of the program to the model as one row", () => {
    const asks: Line = ["turn.started", { task: "Fix the till\nnow", resumes: "turn-1" }, { turn: "turn-2" }]
    const cutOff: Line = ["model.answered", { asked: 3, text: "Half of", finish: "length" }]
    const note = { kind: "completion_check", mode: "execute", reasonCode: "x", summary: "is it done?" } as const
    const decided = { kind: "reentry", mode: "execute", reasonCode: "x", summary: "checks failed" } as const
    const shown = items(
      asks,
      say.asked(),
      cutOff,
      say.asked(),
      ["workflow.noted", { ...note, message: "[CHECK]" }],
      ["workflow.noted", note],
      ["workflow.decided", { ...decided, message: "[BRIDGE]" }],
    )
    expect(shown.map((item) => (item.kind === "push-back" ? item.text : item.kind))).toEqual([
      "Asked to continue: Fix the till now",
      "answer",
      "Asked to continue: the answer reached the length limit",
      "answer",
      "Is it done?",
      "mode",
    ])
    expect(only("mode", shown)).toMatchObject({ isSentToModel: true })
  })

  it("shows what each turn took, by its own events alone", () => {
    const call = (usage: { input: number; output: number; cost?: number }): Line => [
      "model.answered",
      { asked: 1, text: "", finish: "stop", usage },
    ]
    const log = logOf(
      say.opened,
      say.started("a", "a"),
      call({ input: 10, output: 1, cost: 0.5 }),
      call({ input: 20, output: 2 }),
      say.stopped("answered", "a"),
      call({ input: 500, output: 500 }), // a title, beside the turns
      say.started("b", "b"),
      call({ input: 7, output: 3, cost: 0.25 }),
      say.stopped("answered", "b"),
    )
    const took = (from: number) =>
      transcript(log.slice(from)).flatMap((item) => (item.kind === "stop" ? [item.took] : []))
    const second = { durationMs: 2000, input: 7, output: 3, cost: 0.25, unpriced: 0 }
    expect(took(0)).toEqual([{ durationMs: 3000, input: 30, output: 3, cost: 0.5, unpriced: 1 }, second])
    expect(took(2)).toEqual([null, second])
    expect(why(log, { driven: false, turn: "a" })?.took).toEqual(took(0)[0])
  })

  it("shows why a compaction was made, and who went back and why", () => {
    const how = { focus: "api", reason: "asked", writtenBy: "model" } as const
    expect(one("compaction", say.compacted(1, how))).toMatchObject({ ...how, tokensBefore: 100, tokensAfter: 10 })
    expect(one("rewind", say.rewound(1, 1))).toMatchObject({ to: 1, because: "rewind", by: ada })
  })
})

describe("who drives", () => {
  it("is shown when somebody takes up a turn that was cut off", () => {
    const shown = items(owned(7), say.started(), say.asked(), owned(8))
    expect(only("owner", shown)).toMatchObject({
      seq: 5,
      turn: "turn-1",
      before: { type: "Agent", host: "here", pid: 7 },
      owner: { type: "Agent", host: "here", pid: 8 },
    })
  })

  it("is not shown between turns, nor when a person was waited for", () => {
    expect(one("owner", owned(7), say.started(), say.stopped(), owned(8), say.started("b", "b"))).toBeUndefined()
    const late: Line = ["done.changed", { status: "done" }, { turn: "turn-1" }]
    expect(one("owner", owned(7), say.started(), say.stopped(), late, owned(8))).toBeUndefined()
    const ask: Line = ["ask.opened", { ask: "q", kind: "question", question: "?" }, { by: driver, turn: "turn-1" }]
    const answer: Line = ["ask.answered", { ask: "q", answer: "text", text: "so" }, { by: grace }]
    expect(one("owner", owned(7), say.started(), ask, answer, owned(8))).toBeUndefined()
    const goesOn: Line = ["model.asked", { purpose: "turn", model: "m" }, { by: driver }]
    expect(one("owner", owned(7), say.started(), ask, answer, owned(8), goesOn, owned(9))).toMatchObject({ seq: 8 })
  })

  it("is shown on a page that began in the turn", () => {
    const log = logOf(
      say.opened,
      owned(7),
      say.started(),
      ["model.asked", { purpose: "turn", model: "m" }, inTurn],
      owned(8),
    )
    expect(only("owner", transcript(log.slice(3)))).toMatchObject({ seq: 5, turn: "turn-1", before: null })
  })
})

describe("files", () => {
  const change = { path: "a.ts", before: null, after: hash }
  it("that were put back are one item, from the intent to what was left alone", () => {
    const started: Line = ["workspace.restore-started", { turns: ["t"], files: [change] }]
    expect(one("restore", started)).toMatchObject({
      as: "undo",
      state: "running",
      files: ["a.ts"],
      turns: ["t"],
      by: ada,
    })
    const left = [{ path: "b.ts", why: "you changed it" }]
    const restored: Line = ["workspace.restored", { started: 2, turns: ["t"], changed: [change], left }]
    expect(one("restore", started, restored)).toMatchObject({ seq: 2, state: "done", changed: [change], left })
    const redo: Line = ["workspace.restore-started", { turns: ["t"], files: [], takesBack: 2 }]
    expect(one("restore", redo)).toMatchObject({ as: "redo" })
    expect(one("restore", restored)).toMatchObject({ seq: 2, state: "done", files: ["a.ts"], left })
  })

  it("that a person saved are shown", () => {
    const saved: Line = ["workspace.saved", { change, preImage: blob }, { by: grace }]
    expect(one("saved", saved)).toMatchObject({ change, preImage: blob, by: grace })
  })
})
