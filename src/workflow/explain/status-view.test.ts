import { describe, expect, it } from "vitest"
import { emptyState } from "../../session/empty-state.ts"
import type { SessionState } from "../../session/state.ts"
import type { Why } from "../../session/view/why.ts"
import { checkWords, statusOf } from "./status-view.ts"

const empty = emptyState("s")
const state: SessionState = { ...empty, log: { ...empty.log, workspace: "/w" } }

const why: Why = {
  turn: "t",
  task: "Mend it",
  resumes: null,
  startedAt: "2026-01-01T00:00:00.000Z",
  events: { from: 1, to: 9 },
  standing: "stopped",
  took: null,
  stop: null,
  did: {
    steps: 2,
    tools: { ok: 1 },
    files: [
      { path: "/w/src/a.ts", change: "changed", seq: 4 },
      { path: "/home/notes/memory.json", change: "created", seq: 8 },
    ],
    checks: [
      {
        seq: 3,
        command: "npm test",
        status: "failed",
        summary: "exit code 1",
        strength: "tests",
        attempt: 1,
        current: false,
      },
      {
        seq: 5,
        command: "npm test",
        status: "passed",
        summary: "passed: 3 tests",
        strength: "tests",
        attempt: 2,
        current: true,
      },
      {
        seq: 6,
        command: "npm run lint",
        status: "failed",
        summary: "exit code 2: a.ts",
        strength: "tests",
        attempt: 2,
        current: true,
      },
    ],
    denied: [],
  },
  facts: null,
  evidence: {
    for: [],
    against: [
      {
        category: "verification",
        source: "dod.evidence",
        status: "contradicted",
        summary: "`npm run lint` failed",
        subject: "npm run lint",
      },
      {
        category: "response",
        source: "assistant_response",
        status: "contradicted",
        summary: "the answer says that it failed",
      },
    ],
    context: [{ category: "verification", source: "x", status: "context", summary: "`b.md` is only known to exist" }],
  },
  missing: ["a build"],
  asks: [],
  interruptions: [],
  failures: [],
  undone: false,
  next: ["resume", "undo"],
}

describe("status", () => {
  it("tells what happened, what is proven, what is not and what is next", () => {
    const { task, standing, happened, proven, unproven, next } = statusOf(state, why, [])
    expect({ task, standing, happened, proven, unproven, next }).toEqual({
      task: "Mend it",
      standing: "stopped",
      happened: ["2 steps, 1 tool call", "changed src/a.ts"],
      proven: [{ text: "`npm test` passed: 3 tests", status: "passed", seq: 5 }],
      unproven: [
        { text: "`npm run lint` failed, exit code 2: a.ts", status: "failed", seq: 6 },
        { text: "the answer says that it failed", status: "failed", seq: null },
        { text: "a build", status: "missing", seq: null },
        { text: "`b.md` is only known to exist", status: "unknown", seq: null },
      ],
      next: ["resume", "undo"],
    })
  })

  it("proves nothing of what was undone", () => {
    const { proven, unproven, happened } = statusOf(state, { ...why, undone: true }, [])
    expect([proven, unproven, happened.at(-1)]).toEqual([[], [], "its changes were undone"])
  })

  it("knows a session in which nothing happened, and one whose input waits", () => {
    expect(statusOf(state, null, [])).toMatchObject({ task: null, standing: "new", next: ["send"] })
    const by = { kind: "person" as const, name: "ada" }
    const input = { seq: 2, input: "i", kind: "send" as const, text: "Later", attachments: [], require: null, by }
    const waiting = { ...state, log: { ...state.log, inputs: { waiting: [input], held: false } } }
    expect(statusOf(waiting, null, [])).toMatchObject({ task: "Later", standing: "queued", next: ["resume"] })
  })

  it("calls what is still open of the list not proven, the items of every task aside", () => {
    const done = {
      task: "Mend it",
      turn: "t",
      definedAt: 1,
      status: "in-progress" as const,
      criteria: [],
      items: [
        { id: "item-work", text: "Complete the requested work", state: "pending" as const },
        { id: "i", text: "Write the docs", state: "pending" as const },
      ],
      touched: [],
      touchedCount: 0,
      changedAt: null,
      newFileAt: null,
      actedAt: null,
      size: "small" as const,
      confidence: "low" as const,
      retries: 1,
      retryBudget: 3,
      attempts: [],
    }
    const status = statusOf({ ...state, branch: { ...state.branch, done } }, why, [])
    expect(status.done).toMatchObject({ open: ["Write the docs"], retries: 1 })
    expect(status.unproven.map(({ text }) => text)).toContain('the item "Write the docs" is still open')
  })

  it.each([
    ["passed", "passed: 3 tests", "passed: 3 tests"],
    ["passed", "passed", "passed"],
    ["failed", "exit code 1: no", "failed, exit code 1: no"],
    ["planned", null, "has not run"],
    ["running", null, "runs"],
    ["skipped", "It was not run: denied", "skipped: It was not run: denied"],
  ] as const)("says of a check that %s with %j: %s", (status, summary, words) => {
    expect(checkWords(status, summary)).toBe(words)
  })
})
