import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../../test/support/session/example.ts"
import * as say from "../../../../test/support/session/say.ts"
import { blob, grace, inTurn, items, one, only } from "../../../../test/support/session/shown.ts"
import { specialItemIds } from "../../event/done.ts"
import { transcript } from "../transcript.ts"

describe("a tool", () => {
  const called: Line = [
    "tool.called",
    { call: "c", name: "bash", arguments: { command: "make" }, repaired: ["quotes"] },
    inTurn,
  ]
  const job = { id: "j", command: "make", cwd: "/work", directory: "/d", background: true, timeLimitMs: 50 }
  const started: Line = ["tool.started", { call: "c", readOnly: false, job }]

  it("says what it is about to do, since when, and by which event its output streams", () => {
    expect(one("tool", called, started)).toMatchObject({
      turn: "turn-1",
      step: 2,
      repaired: ["quotes"],
      startedAt: 3,
      since: "1970-01-01T00:00:03.000Z",
      readOnly: false,
      job: { id: "j", command: "make", cwd: "/work", background: true, timeLimitMs: 50 },
    })
    expect(one("tool", called)).toMatchObject({ startedAt: null, since: null, readOnly: null, job: null })
  })

  it("has its exit code, its time, the whole of its output, and why its changes are not known", () => {
    const usage = { input: 1, output: 1 }
    const outcome = { exitCode: 2, durationMs: 40, uncovered: "no git", usage }
    const output = { text: "…", whole: blob }
    const finished: Line = ["tool.finished", { call: "c", status: "error", output, changed: [], ...outcome }]
    expect(one("tool", called, started, finished)).toMatchObject({ ...outcome, whole: blob, output: "…" })
    const killed: Line = [
      "tool.finished",
      { call: "c", status: "ok", output: { text: "" }, changed: [], exitCode: null },
    ]
    expect(one("tool", called, killed)).toMatchObject({ exitCode: null, whole: null, uncovered: null })
  })
})

describe("an ask", () => {
  const approval: Line = [
    "ask.opened",
    { ask: "q", kind: "approval", question: "Run?", call: "c", tool: "bash", subject: "make", details: "make all" },
    inTurn,
  ]

  it("says what it is about", () => {
    const about = { as: "approval", call: "c", tool: "bash", subject: "make", details: "make all", options: [] }
    expect(one("ask", approval)).toMatchObject({ ...about, turn: "turn-1", verdict: null, answered: null })
    const options = [{ id: "1", label: "That" }]
    const question: Line = ["ask.opened", { ask: "q", kind: "question", question: "Which?", options, round: 2 }]
    expect(one("ask", question)).toMatchObject({ as: "question", options, round: 2, call: null })
  })

  it("has its answer, how far it reaches, and who gave it when", () => {
    const yes: Line = ["ask.answered", { ask: "q", answer: "approve", scope: "session" }, { by: grace }]
    expect(one("ask", approval, yes)).toMatchObject({
      verdict: "approve",
      scope: "session",
      answered: { by: grace, at: "1970-01-01T00:00:03.000Z" },
    })
    const no: Line = ["ask.answered", { ask: "q", answer: "deny", text: "too slow" }]
    expect(one("ask", approval, no)).toMatchObject({ verdict: "deny", answer: "too slow", scope: null })
  })

  it("that nobody answered says why", () => {
    expect(one("ask", approval, ["ask.expired", { ask: "q", reason: "The turn ended." }])).toMatchObject({
      state: "expired",
      reason: "The turn ended.",
    })
  })
})

describe("a check", () => {
  const check = { id: "t", command: "npm test", kind: "test", strength: "tests", source: "project" } as const
  const planned: Line = ["done.verification-planned", { attempt: "one", number: 3, checks: [check] }]
  const started: Line = ["done.verification-started", { attempt: "one", check: "t", command: "npm test" }, inTurn]
  const finished = (started: number): Line => [
    "done.verification-finished",
    {
      started,
      attempt: "one",
      check: "t",
      status: "passed",
      summary: "good",
      exitCode: 0,
      output: { text: "1", whole: blob },
    },
  ]
  const known = { as: "test", strength: "tests", source: "project", attempt: "one", attemptNumber: 3 }

  it("has what was planned and what came of it", () => {
    expect(one("check", planned, started)).toMatchObject({ ...known, turn: "turn-1", startedAt: 3, state: "running" })
    const outcome = { state: "passed", summary: "good", exitCode: 0, output: "1", whole: blob, stale: null }
    expect(one("check", planned, started, finished(3))).toMatchObject({ ...known, ...outcome })
  })

  it("proves nothing any more once something changed", () => {
    const stale: Line = ["done.verification-gone-stale", { attempt: "one", because: "a.ts changed" }]
    expect(one("check", planned, started, finished(3), stale)).toMatchObject({ state: "stale", stale: "a.ts changed" })
  })

  it("stands where its outcome is when it began before the page", () => {
    const log = logOf(say.opened, planned, started, finished(3))
    const shown = { ...known, seq: 4, startedAt: 3, state: "passed" }
    expect(only("check", transcript(log.slice(3)))).toMatchObject({
      ...shown,
      as: null,
      attemptNumber: null,
      strength: null,
      source: null,
    })
    expect(transcript(log.slice(3)).map(({ seq }) => seq)).toEqual([4])
  })
})

describe("the todos of a turn", () => {
  const todo = (state: "pending" | "completed") => ({ id: "1", text: "do", state })
  it("are one item that changes in its place", () => {
    const shown = items(
      ["done.defined", { task: "x" }, { turn: "a" }],
      ["done.changed", { items: [todo("pending")] }, { turn: "a" }],
      ["done.changed", { status: "in-progress" }, { turn: "a" }],
      ["done.changed", { items: [todo("completed")] }, { turn: "a" }],
      ["done.defined", { task: "y", items: [todo("pending")] }, { turn: "b" }],
    )
    expect(shown).toMatchObject([
      { kind: "todos", seq: 3, turn: "a", items: [todo("completed")], changedAt: "1970-01-01T00:00:05.000Z" },
      { kind: "todos", seq: 6, turn: "b", items: [todo("pending")] },
    ])
  })

  it("are not there before there is one", () => {
    expect(items(["done.defined", { task: "x", items: [] }])).toEqual([])
  })

  it("are those that somebody wrote: what every task has is left out", () => {
    const work = { id: specialItemIds.work, text: "Complete it", state: "pending" as const }
    expect(items(["done.defined", { task: "x", items: [work] }])).toEqual([])
    expect(one("todos", ["done.changed", { items: [work, todo("pending")] }])?.items).toEqual([todo("pending")])
  })
})
