import { describe, expect, it } from "vitest"
import type { Event, EventType } from "../../session/event.ts"
import { paintFor } from "../text/paint.ts"
import { narrator } from "./narrator.ts"
import type { Screen } from "./screen.ts"

/** A screen that only remembers. */
function recordedScreen() {
  const lines: string[] = []
  const said: string[] = []
  let busy = ""
  const screen: Screen = {
    line: async (...more) => void lines.push(...more.filter((line) => line !== "")),
    stream: async (_, text) => void lines.push(`stream: ${text}`),
    settle: async () => undefined,
    said: async (role, text) => void said.push(`${role}: ${text}`),
    busy: (what) => {
      busy = what?.what ?? ""
    },
    notice: async (line) => void lines.push(line),
    typed: () => undefined,
    close: () => undefined,
  }
  return { lines, said, screen, busy: () => busy }
}

let seq = 0
const event = (type: EventType, data: unknown): Event => {
  const by = { kind: "person", name: "ada" }
  return { id: "e", session: "s", seq: ++seq, at: "2026-01-01T00:00:00.000Z", by, turn: "t", type, v: 1, data } as Event
}

async function narrate(...events: Event[]) {
  const screen = recordedScreen()
  const { show } = narrator({ screen: screen.screen, paint: paintFor("off"), width: 80, workspace: "/w" })
  for (const each of events) await show(each)
  return screen
}

const started = () => event("done.verification-started", { attempt: "a", check: "c", command: "npm test" })
const finished = (at: Event, status: string, more: object = {}) =>
  event("done.verification-finished", { started: at.seq, attempt: "a", check: "c", status, summary: status, ...more })

describe("the live display of answers", () => {
  const delta = (seq: number, text: string) => ({ seq, channel: "text" as const, offset: 0, text })
  const asked = () => event("model.asked", { purpose: "turn", model: "m" })

  it("never prints one into another, whenever the pieces come", async () => {
    const { lines, screen } = recordedScreen()
    screen.settle = async () => void lines.push("settled")
    const { show } = narrator({ screen, paint: paintFor("off"), width: 80, workspace: "/w" })
    const first = asked()
    const interrupted = event("model.interrupted", { asked: first.seq, reason: "crashed", text: "One tw" })
    const second = asked()
    for (const item of [first, delta(first.seq, "One tw"), interrupted, delta(first.seq, "One tw"), second])
      await show(item)
    await show(delta(second.seq, "One two."))
    const streamed = lines.filter((line) => line.startsWith("stream: ") || line === "settled")
    expect(streamed).toEqual(["settled", "stream: One tw", "settled", "stream: One two."])
  })
})

describe("the live display of the context", () => {
  it("says in a line each that it was made smaller, or that it could not be; and nothing of the notes", async () => {
    const asked = event("model.asked", { purpose: "compact", model: "m" })
    const sizes = { through: 3, tokensBefore: 6_208, tokensAfter: 1_886 }
    const { lines, said } = await narrate(
      event("context.trimmed", sizes),
      asked,
      event("model.answered", { asked: asked.seq, text: "- The port is 4711.", finish: "stop" }),
      event("context.compacted", { ...sizes, summary: "All of it.", removed: 9 }),
      event("context.kept", { because: "It would not help." }),
    )
    expect(lines).toEqual([
      "  old results in short: 6,208 tokens are now 1,886",
      "  compacted: 6,208 tokens are now 1,886",
      "  not compacted: It would not help.",
    ])
    expect(said).toEqual([])
  })
})

describe("the live display of the workflow", () => {
  it("shows a check while it runs, and then its mark, its command and what it said", async () => {
    const [one, two] = [started(), started()]
    expect((await narrate(one)).busy()).toBe("check npm test")
    const { lines } = await narrate(one, finished(one, "passed", { summary: "passed: 3 tests" }))
    expect(lines).toEqual(["✓ check npm test  passed: 3 tests"])
    const output = { text: "> test\nTypeError: no\n  at a.js\nExit code 1.\n" }
    const failed = await narrate(two, finished(two, "failed", { summary: "exit code 1: TypeError: no", output }))
    expect(failed.lines).toEqual([
      "✗ check npm test  failed, exit code 1: TypeError: no",
      "  > test",
      "  TypeError: no",
      "    at a.js",
    ])
  })

  it("never shows as passed or failed what is not known", async () => {
    const one = started()
    expect((await narrate(one, finished(one, "unknown", { summary: "It was lost" }))).lines).toEqual([
      "? check npm test  unknown: It was lost",
    ])
  })

  it("tells a change of mode in one line, and none where the mode stays", async () => {
    const decided = (mode: string, reason: string) =>
      event("workflow.decided", { kind: "handoff", mode, reasonCode: "c", summary: `${mode}: ${reason}` })
    const { lines } = await narrate(
      decided("execute", "The task is clear"),
      decided("verify", "nothing was checked yet"),
      decided("execute", "`npm test` failed"),
    )
    expect(lines).toEqual(["  · Running checks", "  · execute: `npm test` failed"])
  })

  it("tells why the model is sent back, and what is written, once", async () => {
    const note = (kind: string, summary: string) =>
      event("workflow.noted", { kind, mode: "execute", reasonCode: "c", summary })
    const { lines } = await narrate(
      event("workflow.artifact-written", { artifact: "brief", version: 1, body: {}, summary: "it is clear" }),
      note("clarify_exit", "clarify: it is clear"),
      note("completion_continue", "completion: not done yet: a test run"),
      note("completion_check", "completion: accepted"),
    )
    expect(lines).toEqual(["  · brief, version 1: it is clear", "  · not done yet: a test run"])
  })

  it("keeps what the model writes for a plan or a question out of what it says", async () => {
    const asked = event("model.asked", { purpose: "plan", model: "m" })
    const screen = await narrate(
      asked,
      event("model.answered", { asked: asked.seq, text: "# Implementation Plan", finish: "stop" }),
      event("turn.stopped", { code: "cancelled", summary: "x" }),
    )
    expect([screen.lines, screen.said]).toEqual([[], []])
    expect((await narrate(event("model.asked", { purpose: "plan", model: "m" }))).busy()).toBe("Writing the plan")
  })

  it("calls an answer the answer only when the turn stops with it", async () => {
    const ask = () => event("model.asked", { purpose: "turn", model: "m" })
    const answer = (at: Event, text: string) => event("model.answered", { asked: at.seq, text, finish: "stop" })
    const [first, second] = [ask(), ask()]
    const { said } = await narrate(
      first,
      answer(first, "Done."),
      second,
      answer(second, "Now it is."),
      event("turn.stopped", { code: "completed-verified", summary: "x" }),
    )
    expect(said).toEqual(["between: Done.", "answer: Now it is."])
  })

  it("does not show the items that every task has", async () => {
    const { lines } = await narrate(
      event("done.defined", {
        task: "x",
        items: [{ id: "item-work", text: "Complete the requested work", state: "pending" }],
      }),
      event("done.changed", {
        items: [
          { id: "item-proof", text: "Collect verification evidence", state: "pending" },
          { id: "i", text: "Write it", state: "active", activeForm: "Writing it" },
        ],
      }),
    )
    expect(lines).toEqual(["  [>] Writing it"])
  })
})

describe("the live display of a model that fails", () => {
  const failed = (number: number, more: object = { retryAt: "2026-01-01T00:00:08.000Z" }) => {
    const asked = event("model.asked", { purpose: "turn", model: "m" })
    const data = { asked: asked.seq, kind: "server", status: 500, message: "The server said 500: a long story" }
    return [asked, event("model.failed", { ...data, retry: { number, of: 5 }, ...more })]
  }

  it("counts the retries while it waits, and then is one line however many there were", async () => {
    const waiting = await narrate(...failed(1), ...failed(2), ...failed(3))
    expect([waiting.lines, waiting.busy()]).toEqual([[], "Server error 500. Retrying (3 of 5) in"])
    const asked = event("model.asked", { purpose: "turn", model: "m" })
    const answered = event("model.answered", { asked: asked.seq, text: "Here.", finish: "stop" })
    const over = await narrate(...failed(1), ...failed(2), ...failed(3), asked, answered)
    expect(over.lines).toEqual(["! Server error 500: retried 3 times", "stream: Here."])
    const given = await narrate(...failed(1), ...failed(2, { retry: undefined }))
    expect(given.lines).toEqual(["! Server error 500: retried once"])
  })
})

describe("the live display of what the program says to the model", () => {
  it("is one line each", async () => {
    const asked = event("model.asked", { purpose: "turn", model: "m" })
    const { lines } = await narrate(
      event("turn.started", { task: "Fix the till", resumes: "t0" }),
      asked,
      event("model.answered", { asked: asked.seq, text: "Half of", finish: "length" }),
      event("model.asked", { purpose: "turn", model: "m" }),
      event("workflow.noted", {
        kind: "repair_retry",
        mode: "execute",
        reasonCode: "x",
        summary: "no end",
        message: "[…]",
      }),
    )
    expect(lines).toEqual([
      "  · Asked to continue: Fix the till",
      "stream: Half of",
      "  · Asked to continue: the answer reached the length limit",
      "  · No end",
    ])
  })
})
