import type { Note } from "../../session/event/workflow.ts"
import type { NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import { openItems } from "../../workflow/definition-of-done.ts"
import type { Limits } from "../turn/limits.ts"
import { messageFor, type RepairContext } from "./repair-message.ts"
import { type RepairableFailure, repairableFailures } from "./repairable-failure.ts"

type Situation = { state: SessionState; limits: Limits }

/** The note to the model about what is wrong. */
export function repairNote(
  trouble: RepairableFailure,
  { state, limits, ...known }: Situation & Pick<RepairContext, "cut" | "format" | "written">,
): NewEvent {
  const { code } = repairableFailures[trouble]
  const { turn } = state.log
  const repaired = turn?.progress.repairs[code] ?? 0
  const of = code === "empty_response_retry" ? limits.emptyAnswers : limits.repairs[code]
  const items = state.branch.done?.turn === turn?.id ? (state.branch.done?.items ?? []) : []
  const context: RepairContext = {
    task: turn?.task ?? "",
    next: openItems(items)[0]?.text ?? null,
    time: { number: Math.min(repaired + 1, of), of },
    ...known,
  }
  const summary = summaries[trouble]
  const note: Note = {
    ...entry(state, "retry"),
    kind: "repair_retry",
    reasonCode: code,
    summary: `repair: ${summary}`,
    message: messageFor(trouble, context),
  }
  return { type: "workflow.noted", data: note }
}

/** The timeline entry for a repair that was tried often enough. */
export function exhaustedNote(trouble: RepairableFailure, state: SessionState): Note | null {
  const { end } = repairableFailures[trouble]
  if (end === null) return null
  return { ...entry(state, "fail"), kind: "repair_fail", reasonCode: end.code, summary: `repair: ${end.summary}` }
}

/** Calls that were written as text, in an answer of a model that could have made them: no note is needed. */
export function recoveredNote(state: SessionState, names: readonly string[]): NewEvent {
  const code = "raw_text_tool_recovered"
  const summary = `${names.join(", ")} was called in text`
  return {
    type: "workflow.noted",
    data: { ...entry(state, "recovered"), kind: "repair_retry", reasonCode: code, summary: `repair: ${summary}` },
  }
}

function entry({ branch }: SessionState, outcome: string) {
  return {
    mode: branch.workflow.mode,
    decisionKind: "forced",
    policyStage: "repair",
    policyOutcome: outcome,
  } as const
}

const summaries: Readonly<Record<RepairableFailure, string>> = {
  "empty-answer": "the answer held nothing",
  "cut-thought": "the length limit was reached in thought",
  "cut-call": "the length limit cut off a tool call: it was not made",
  "endless-text": "the answer had no end and was cut off",
  "unreadable-call": "the answer holds a tool call that cannot be read",
  "unconfirmed-call": "the answer ends with a tool call that may be an example",
  "failing-calls": "tool calls fail one after the other",
  "repeated-call": "the same call had the same result again",
}
