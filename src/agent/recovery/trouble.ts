import type { StopCode } from "../../session/event/turn.ts"
import type { Progress } from "../../session/state.ts"
import type { Limits, RepairCode } from "../limits.ts"
import { isLoop } from "../loop.ts"

/** How a step can go wrong in a way that a word to the model may mend. */
export type Trouble = keyof typeof troubles

type Recovery = {
  /** The code of the note that tells the model. */
  code: RepairCode | "empty_response_retry"
  /** How the turn ends when that was told often enough; null where something else decides. */
  end: { stop: StopCode; code: string; summary: string } | null
}

export const troubles = {
  "empty-answer": {
    code: "empty_response_retry",
    end: {
      stop: "provider-empty",
      code: "empty_response_retry_exhausted",
      summary: "The model answered with nothing, again and again",
    },
  },
  "cut-thought": {
    code: "cut_thought_retry",
    end: {
      stop: "provider-failed",
      code: "cut_thought_retry_exhausted",
      summary: "The length limit was reached before the model had said anything, again and again",
    },
  },
  "cut-call": {
    code: "cut_call_retry",
    end: {
      stop: "provider-failed",
      code: "cut_call_retry_exhausted",
      summary: "The length limit cut off the model's tool calls, again and again: they were not made",
    },
  },
  "unreadable-call": {
    code: "unreadable_call_retry",
    end: {
      stop: "tool-errors",
      code: "raw_text_tool_recovery_exhausted",
      summary: "The model wrote tool calls that nobody can read, again and again",
    },
  },
  "unconfirmed-call": { code: "unconfirmed_call_retry", end: null },
  "endless-text": { code: "endless_list_retry", end: null },
  "failing-calls": { code: "tool_errors_retry", end: null },
  "repeated-call": { code: "repeated_call_notice", end: null },
} as const satisfies Record<string, Recovery>

/** How an answer ended that was cut off because it had no end of its own. */
export const endlessFinishes: ReadonlySet<string> = new Set(["text-loop", "endless-list"])

/** How an answer ended that holds the marks of a call, and no call. */
export const unreadableFinish = "unreadable-call"

/** How an answer ended whose last thing is a call that may be an example. */
export const unconfirmedFinish = "unconfirmed-call"

/** What is wrong with the newest answer, or with what came of its calls. */
export function troubleOf({ last, ...progress }: Progress, limits: Limits): Trouble | null {
  if (last?.outcome !== "answered") return null
  if (last.cut.length > 0) return "cut-call"
  if (last.calls === 0) {
    if (endlessFinishes.has(last.finish)) return "endless-text"
    if (last.finish === unconfirmedFinish) return "unconfirmed-call"
    return last.finish === unreadableFinish ? "unreadable-call" : null
  }
  // Told once, in the step in which half of the limit is passed.
  const half = Math.max(1, Math.floor(limits.toolErrors / 2))
  const { toolErrors, denials } = progress
  if (denials === 0 && toolErrors >= half && toolErrors - last.calls < half) return "failing-calls"
  return isLoop(progress.recentCalls, 2) ? "repeated-call" : null
}

/** Whether the model may be told of it once more. */
export function mayTell(trouble: Trouble, { repairs, failures }: Progress, limits: Limits): boolean {
  const { code } = troubles[trouble]
  const told = repairs[code] ?? 0
  // An answer between starts the count of empty ones anew.
  if (code === "empty_response_retry") return failures <= limits.emptyAnswers || told < limits.emptyAnswers
  return told < limits.repairs[code]
}
