import type { Evidence } from "../../session/event/common.ts"
import type { StopCode } from "../../session/event/turn.ts"
import type { Decision, Note } from "../../session/event/workflow.ts"
import type { EventData } from "../../session/event.ts"
import { isBlocking } from "./evidence.ts"
import type { CompletionInput } from "./input.ts"
import { mostEvidence } from "./note.ts"

/** What becomes of an answer without a tool call. */
export type CompletionDecision = {
  /** What the timeline tells of it, in order. */
  notes: Note[]
  /** The change of mode that goes with it. */
  decided: Decision | null
  /** What changes in the definition of done. */
  done: EventData<"done.changed"> | null
  next: CompletionStep
}

type CompletionStep =
  /** The model goes on, with this message, which the last of the notes holds. */
  | { do: "continue"; message: string; counts: keyof CompletionInput["counters"] }
  /** The checks on offer run, in a new attempt; then the same answer is judged again. */
  | { do: "verify"; because: string }
  | { do: "stop"; code: CompletionStop; summary: string; missing: string[]; evidence: Evidence[] }

type CompletionStop = Extract<
  StopCode,
  | "completed-verified"
  | "completed-nothing-to-verify"
  | "answered"
  | "completed-unverified"
  | "continuation-budget-exhausted"
  | "verification-budget-exhausted"
  | "text-loop"
>

/** The end of the turn, with what is missing of what it should have shown. */
export function stop(code: CompletionStop, summary: string, evidence: readonly Evidence[]): CompletionStep {
  const lacking = evidence.filter(isBlocking).map((each) => each.summary)
  return { do: "stop", code, summary, missing: [...new Set(lacking)], evidence: evidence.slice(0, mostEvidence) }
}
