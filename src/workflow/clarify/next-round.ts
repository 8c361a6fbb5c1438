import type { Note } from "../../session/event/workflow.ts"

/** Whether another question is asked: while the brief itself leaves questions open, and rounds are left. */
export function nextRound({
  openQuestions,
  round,
  maxRounds,
}: {
  openQuestions: readonly string[]
  /** The round that was just answered; the first is 1. */
  round: number
  maxRounds: number
}): Note {
  const code =
    openQuestions.length === 0
      ? "clarify_complete"
      : round < maxRounds
        ? "clarify_follow_up_needed"
        : "clarify_budget_exhausted"
  return {
    kind: code === "clarify_follow_up_needed" ? "clarify_continue" : "clarify_exit",
    mode: "clarify",
    reasonCode: code,
    summary: `clarify: ${summaries[code]}`,
    decisionKind: "forced",
    ...(openQuestions.length > 0 ? { unresolvedQuestions: [...openQuestions] } : {}),
    artifacts: ["brief"],
  }
}

const summaries = {
  clarify_complete: "what is wanted is clear",
  clarify_follow_up_needed: "another question is needed",
  clarify_budget_exhausted: "no more questions; what is open is assumed",
} as const
