import type { ToolFormat } from "../../models/contract.ts"
import type { NewEvent } from "../../session/event.ts"
import { recoveredNote, repairNote } from "../recovery/repair-note.ts"
import { mayRepair, unconfirmedFinish, unreadableFinish } from "../recovery/repairable-failure.ts"
import { hasCallMarks } from "../recovery/unreadable-call.ts"
import { leftOut, oneAction } from "../tool-calls/governor.ts"
import { answered, type Whole } from "./model-call.ts"
import { nameCalls } from "./name-calls.ts"
import type { Work } from "./work.ts"

/** What follows from an answer: its calls are made, or the model gets the reason why not. */
export async function step(
  answer: Whole,
  asked: number,
  { work, format, oneAtATime }: { work: Work; format: ToolFormat; oneAtATime: boolean },
): Promise<NewEvent[]> {
  const { state, tools } = work
  const calls = await nameCalls(answer.calls, { tools, workspace: state.log.workspace })
  if (calls.length === 0) return withoutCalls(answer, asked, { work, format })
  const { made, left } = oneAtATime ? oneAction(calls, tools) : { made: calls, left: [] }
  const inText = format === "native" && answer.calls.some(({ written }) => written !== undefined)
  const names = made.map(({ name }) => name)
  return [
    answered(asked, answer, calls),
    ...(inText ? [recoveredNote(state, names)] : []),
    ...calls.map((data): NewEvent => ({ type: "tool.called", data })),
    ...left.map(({ call }) => skipped(call)),
  ]
}

function withoutCalls(answer: Whole, asked: number, { work, format }: { work: Work; format: ToolFormat }): NewEvent[] {
  const { state, limits } = work
  const { turn } = state.log
  const { cut = [], finish } = answer.end
  if (cut.length > 0) {
    const written = answer.startedCalls.findLast(({ name }) => cut.includes(name))?.text
    const known = { cut, format, ...(written === undefined ? {} : { written }) }
    // Only now is it known how far the call had come.
    const askedToRepair = turn !== null && mayRepair("cut-call", turn.progress, limits)
    return [answered(asked, answer), ...(askedToRepair ? [repairNote("cut-call", { state, limits, ...known })] : [])]
  }
  // What it quotes can be read: it is not meant.
  const { quoted = [], unconfirmed = [] } = answer.end
  if (finish === "length") return [answered(asked, answer)]
  const isUnreadable = quoted.length + unconfirmed.length === 0 && hasCallMarks(answer.text)
  const trouble = unconfirmed.length > 0 ? unconfirmedFinish : isUnreadable ? unreadableFinish : finish
  return [answered(asked, { ...answer, end: { ...answer.end, finish: trouble } })]
}

/** A call that a weak model made beside the allowed ones: its result says so, and the model may call it again. */
function skipped(call: string): NewEvent {
  return { type: "tool.finished", data: { call, status: "skipped", output: { text: leftOut }, changed: [] } }
}
