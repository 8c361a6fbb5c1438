import { describe, expect, it } from "vitest"
import { nextRound } from "./next-round.ts"

describe("after a round of clarifying (F055)", () => {
  it.each([
    [[], 1, "clarify_exit", "clarify_complete"],
    [["Which port?"], 1, "clarify_continue", "clarify_follow_up_needed"],
    [["Which port?"], 2, "clarify_exit", "clarify_budget_exhausted"],
    [[], 2, "clarify_exit", "clarify_complete"],
  ] as const)("with %j open after round %i of 2: %s, %s", (openQuestions, round, kind, reasonCode) => {
    expect(nextRound({ openQuestions, round, maxRounds: 2 })).toMatchObject({
      kind,
      mode: "clarify",
      reasonCode,
      artifacts: ["brief"],
      ...(openQuestions.length > 0 ? { unresolvedQuestions: openQuestions } : {}),
    })
  })
})
