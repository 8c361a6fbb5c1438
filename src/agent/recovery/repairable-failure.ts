import type { StopCode } from "../../session/event/turn.ts"
import type { Progress } from "../../session/state.ts"
import type { Limits, RepairCode } from "../turn/limits.ts"
import { isLoop } from "../turn/tool-loop.ts"

/** How a step can go wrong in a way that a message to the model may repair. */
export type RepairableFailure = keyof typeof repairableFailures

type Recovery = {
  /** The code of the note to the model. */
  code: RepairCode | "empty_response_retry"
  /** How the turn ends when the note was sent often enough; null where something else decides. */
  end: { stop: StopCode; code: string; summary: string } | null
}

export const repairableFailures = {
  "empty-answer": {
    code: "empty_response_retry",
    end: {
      stop: "provider-empty",
      code: "empty_response_retry_exhausted",
      summary: "The model kept sending empty answers",
    },
  },
  "cut-thought": {
    code: "cut_thought_retry",
    end: {
      stop: "provider-failed",
      code: "cut_thought_retry_exhausted",
      summary: "The length limit was reached before any answer",
    },
  },
  "cut-call": {
    code: "cut_call_retry",
    end: {
      stop: "provider-failed",
      code: "cut_call_retry_exhausted",
      summary: "Tool calls kept hitting the length limit and were not made",
    },
  },
  "unreadable-call": {
    code: "unreadable_call_retry",
    end: {
      stop: "tool-errors",
      code: "raw_text_tool_recovery_exhausted",
      summary: "The model kept writing tool calls that cannot be read",
    },
  },
  "unconfirmed-call": { code: "unconfirmed_call_retry", end: null },
  "endless-text": { code: "endless_list_retry", end: null },
  "failing-calls": { code: "tool_errors_retry", end: null },
  "repeated-call": { code: "repeated_call_notice", end: null },
} as const satisfies Record<string, Recovery>

/** How an answer ended that was stopped because it would not have ended by itself. */
export const endlessFinishes: ReadonlySet<string> = new Set(["text-loop", "endless-list"])

/** How an answer ended that holds the marks of a call, and no call. */
export const unreadableFinish = "unreadable-call"

/** How an answer ended whose last thing is a call that may be an example. */
export const unconfirmedFinish = "unconfirmed-call"

/** What is wrong with the newest answer, or with what came of its calls. */
export function repairableFailureOf({ last, ...progress }: Progress, limits: Limits): RepairableFailure | null {
  if (last?.outcome !== "answered") return null
  if (last.cut.length > 0) return "cut-call"
  if (last.calls === 0) {
    if (endlessFinishes.has(last.finish)) return "endless-text"
    if (last.finish === unconfirmedFinish) return "unconfirmed-call"
    return last.finish === unreadableFinish ? "unreadable-call" : null
  }
  // Sent once, in the step that passes half of the limit.
  const half = Math.max(1, Math.floor(limits.toolErrors / 2))
  const { toolErrors, denials } = progress
  if (denials === 0 && toolErrors >= half && toolErrors - last.calls < half) return "failing-calls"
  return isLoop(progress.recentCalls, 2) ? "repeated-call" : null
}

/** Whether the note may be sent once more. */
export function mayRepair(trouble: RepairableFailure, { repairs, failures }: Progress, limits: Limits): boolean {
  const { code } = repairableFailures[trouble]
  const repaired = repairs[code] ?? 0
  // An answer in between resets the count of empty ones.
  if (code === "empty_response_retry") return failures <= limits.emptyAnswers || repaired < limits.emptyAnswers
  return repaired < limits.repairs[code]
}
