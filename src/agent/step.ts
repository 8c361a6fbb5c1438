import type { ToolFormat } from "../models/contract.ts"
import type { NewEvent } from "../session/event.ts"
import { nameCalls } from "./calls.ts"
import { leftOut, oneAction } from "./governor.ts"
import { answered, type Whole } from "./model-call.ts"
import { recoveredNote, repairEvents } from "./recovery/note.ts"
import { mayTell, unconfirmedFinish, unreadableFinish } from "./recovery/trouble.ts"
import { hasCallMarks } from "./recovery/unreadable-call.ts"
import { moveTo, type Work } from "./work.ts"

/** What follows from an answer: its calls are made, or it is told what became of them. */
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
    ...calls.map((data): NewEvent => ({ type: "tool.called", data })),
    ...left.map(({ call }) => skipped(call)),
    ...(inText ? recoveredNote(state, names) : []),
    ...moveTo(inText ? "repair" : "assistant", "tools", {
      code: "execute_tool_batch",
      summary: `Running ${names.join(", ")}`,
    }),
  ]
}

function withoutCalls(answer: Whole, asked: number, { work, format }: { work: Work; format: ToolFormat }): NewEvent[] {
  const { state, limits } = work
  const { turn } = state.log
  const { cut = [], finish } = answer.end
  if (cut.length > 0) {
    const written = answer.begun.findLast(({ name }) => cut.includes(name))?.text
    const known = { cut, format, ...(written === undefined ? {} : { written }) }
    // Only now is it known how far the call had come.
    const told = turn !== null && mayTell("cut-call", turn.progress, limits)
    const events = told ? repairEvents("cut-call", { state, limits, phase: "assistant", ...known }) : []
    return [answered(asked, answer), ...events]
  }
  // What it quotes can be read: it is not meant.
  const { quoted = [], unconfirmed = [] } = answer.end
  if (finish === "length") return [answered(asked, answer)]
  const isUnreadable = quoted.length + unconfirmed.length === 0 && hasCallMarks(answer.text)
  const trouble = unconfirmed.length > 0 ? unconfirmedFinish : isUnreadable ? unreadableFinish : finish
  return [answered(asked, { ...answer, end: { ...answer.end, finish: trouble } })]
}

/** What a weak model wanted to do besides: it is told, and may want it again. */
function skipped(call: string): NewEvent {
  return { type: "tool.finished", data: { call, status: "skipped", output: { text: leftOut }, changed: [] } }
}
