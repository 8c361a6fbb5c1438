import type { NewEvent } from "../../session/event.ts"
import { describeTools } from "../../tools/tool-set.ts"
import { nameCalls } from "../calls.ts"
import { conversation } from "../conversation.ts"
import { answered, callModel, type Whole } from "../model-call.ts"
import { preparePrompt } from "../prompt.ts"
import { moveTo, type Work } from "../work.ts"

/** One step: the model answers with text, or with the tools that it wants. */
export async function askModel(work: Work): Promise<void> {
  const { state, tools } = work
  const phase = state.log.turn?.phase ?? null
  const moves = moveTo(phase, "assistant", { code: "request_assistant_response", summary: "Asking the model" })
  const prompt = await preparePrompt(work)
  const question = {
    purpose: state.log.startedBy ? "explore" : "turn",
    instructions: prompt.instructions,
    messages: await conversation(work),
    tools: describeTools(tools),
    before: prompt.event ? [...moves, prompt.event] : moves,
    prompt: prompt.event ? state.seq + moves.length + 1 : prompt.seq,
  } as const
  await callModel(work, question, (answer, asked) => step(answer, asked, work))
}

function step(answer: Whole, asked: number, work: Work): NewEvent[] {
  const calls = nameCalls(answer.calls, work.tools)
  return [
    answered(asked, answer, calls),
    ...calls.map((data): NewEvent => ({ type: "tool.called", data })),
    ...(calls.length > 0
      ? moveTo("assistant", "tools", {
          code: "execute_tool_batch",
          summary: `Running ${calls.map(({ name }) => name).join(", ")}`,
        })
      : []),
  ]
}
