import type { Phase } from "../../session/event/turn.ts"
import type { Note } from "../../session/event/workflow.ts"
import type { NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import { openItems } from "../../workflow/done.ts"
import type { Limits } from "../limits.ts"
import { moveTo } from "../work.ts"
import { messageFor, type Plight } from "./message.ts"
import { type Trouble, troubles } from "./trouble.ts"

type Situation = { state: SessionState; limits: Limits; phase: Phase | null }

/** The note that tells the model what is wrong, and the move that goes with it. */
export function repairEvents(
  trouble: Trouble,
  { state, limits, phase, ...known }: Situation & Pick<Plight, "cut" | "format" | "written">,
): NewEvent[] {
  const { code } = troubles[trouble]
  const { turn } = state.log
  const told = turn?.progress.repairs[code] ?? 0
  const of = code === "empty_response_retry" ? limits.emptyAnswers : limits.repairs[code]
  const items = state.branch.done?.turn === turn?.id ? (state.branch.done?.items ?? []) : []
  const plight: Plight = {
    task: turn?.task ?? "",
    next: openItems(items)[0]?.text ?? null,
    time: { number: Math.min(told + 1, of), of },
    ...known,
  }
  const summary = summaries[trouble]
  const note: Note = {
    ...entry(state, "retry"),
    kind: "repair_retry",
    reasonCode: code,
    summary: `repair: ${summary}`,
    message: messageFor(trouble, plight),
  }
  return [
    // From the tools the model is asked at once.
    ...(phase === "assistant" ? moveTo("assistant", "repair", { kind: "retry", code, summary }) : []),
    { type: "workflow.noted", data: note },
  ]
}

/** The entry of the timeline that says that it was told often enough. */
export function exhaustedNote(trouble: Trouble, state: SessionState): Note | null {
  const { end } = troubles[trouble]
  if (end === null) return null
  return { ...entry(state, "fail"), kind: "repair_fail", reasonCode: end.code, summary: `repair: ${end.summary}` }
}

/** Calls that were written as text, in an answer of a model that could have made them: nothing has to be told. */
export function recoveredNote(state: SessionState, names: readonly string[]): NewEvent[] {
  const code = "raw_text_tool_recovered"
  const summary = `${names.join(", ")} was called in text`
  return [
    ...moveTo("assistant", "repair", { kind: "reroute", code, summary }),
    {
      type: "workflow.noted",
      data: { ...entry(state, "recovered"), kind: "repair_retry", reasonCode: code, summary: `repair: ${summary}` },
    },
  ]
}

function entry({ branch }: SessionState, outcome: string) {
  return {
    mode: branch.workflow.mode,
    decisionKind: "forced",
    policyStage: "repair",
    policyOutcome: outcome,
  } as const
}

const summaries: Readonly<Record<Trouble, string>> = {
  "empty-answer": "the answer held nothing",
  "cut-thought": "the length limit was reached in thought",
  "cut-call": "the length limit cut off a tool call: it was not made",
  "endless-text": "the answer had no end and was cut off",
  "unreadable-call": "the answer holds a tool call that cannot be read",
  "unconfirmed-call": "the answer ends with a tool call that may be an example",
  "failing-calls": "tool calls fail one after the other",
  "repeated-call": "the same call had the same result again",
}
