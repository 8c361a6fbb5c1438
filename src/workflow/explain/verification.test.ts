import { describe, expect, it } from "vitest"
import type { CheckStatus, Observation } from "../../session/event/common.ts"
import type { Attempt, TimelineEntry } from "../../session/state.ts"
import { observationLine, observedLines, recentVerification } from "./verification.ts"

const seen = (seq: number, ...observations: Observation[]): TimelineEntry => ({
  seq,
  at: "2026-01-01T00:00:00.000Z",
  kind: "verify_observation",
  mode: "verify",
  reasonCode: "verification_planned",
  summary: "verify: x",
  observations,
})

const attempt = (status: CheckStatus, check: CheckStatus): Attempt => ({
  id: "a",
  number: 2,
  status,
  supersedes: null,
  plannedAt: 1,
  strongest: "tests",
  uncovered: [],
  checks: [
    {
      id: "c",
      command: "npm test",
      kind: "test",
      strength: "tests",
      source: "project",
      status: check,
      startedAt: 2,
      finishedAt: 3,
      summary: "1 passed",
    },
  ],
})

describe("observed verification", () => {
  it.each([
    [
      { status: "passed", summary: "`npm test` passed", detail: "3 tests", attemptNumber: 1 },
      "`npm test` passed [3 tests; attempt 1]",
    ],
    [{ status: "pending", summary: "attempt 1 runs", attemptNumber: 1 }, "attempt 1 runs"],
    [{ status: "missing", summary: "no check is on offer" }, "no check is on offer"],
  ] as const)("is a line with detail and attempt, each said once", (observation, line) => {
    expect(observationLine(observation)).toBe(line)
  })

  it("keeps the newest lines, each once", () => {
    const passed = { status: "passed", summary: "passed" } as const
    const failed = { status: "failed", summary: "failed" } as const
    expect(observedLines([seen(1, passed), seen(2, failed), seen(3, passed)])).toEqual(["failed", "passed"])
    expect(observedLines([seen(1, passed), seen(2, failed)], 1)).toEqual(["failed"])
  })

  it("is a table of the newest attempt; what passed before a change is stale", () => {
    const row = { kind: "test", attempt: 2, command: "npm test", detail: "1 passed", seq: 3 }
    expect(recentVerification([attempt("passed", "passed")], [])).toEqual([{ ...row, result: "passed" }])
    expect(recentVerification([attempt("stale", "passed")], [])).toEqual([{ ...row, result: "stale" }])
  })

  it("is what the timeline saw where no attempt is known", () => {
    const timeline = [seen(1, { status: "failed", summary: "x", command: "make", attemptNumber: 1 }), seen(2)]
    expect(recentVerification([], timeline)).toEqual([
      { result: "failed", kind: null, attempt: 1, command: "make", detail: null, seq: null },
    ])
  })
})
