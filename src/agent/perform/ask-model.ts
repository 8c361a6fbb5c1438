import type { ToolFormat } from "../../models/contract.ts"
import type { NewEvent } from "../../session/event.ts"
import { fitContext } from "../context/fit.ts"
import { withEcho } from "../governor.ts"
import { callModel } from "../model-call.ts"
import { type Prompt, withPrompt } from "../prompt/prompt.ts"
import { prepareRequest } from "../request.ts"
import { step } from "../step.ts"
import { moveTo, type Work } from "../work.ts"
import { maybeCompact } from "./compact.ts"

/** One step: the model answers with text, or with the tools that it wants. Before that the context is made to fit. */
export async function askModel(work: Work): Promise<void> {
  const { state } = work
  const prepared = await prepareRequest(work)
  if (await maybeCompact(work, prepared)) return
  const { model, format, governed, prompt, promptIn, examples, size } = prepared
  const fit = fitContext(size)
  const phase = state.log.turn?.phase ?? null
  const moves = moveTo(phase, "assistant", { code: "request_assistant_response", summary: "Asking the model" })
  // What is newest of all cannot be told of in the log yet: it is found long again with the next step.
  const isOld = fit.trim !== null && fit.trim.through < state.seq + moves.length
  const trimmed: NewEvent[] = fit.trim && isOld ? [{ type: "context.trimmed", data: fit.trim }] : []
  // A server that refuses tools is asked again at once: what it is then told is recorded with its answer.
  let instead: { format: ToolFormat; prompt: Prompt } | undefined
  const question = {
    purpose: state.log.startedBy ? "explore" : "turn",
    model,
    instructions: prompt.instructions,
    messages: [...examples, ...withEcho(fit.messages, governed.echo)],
    tools: prompt.tools,
    toolFormat: format,
    instructionsIn: async (other: ToolFormat) => {
      instead = { format: other, prompt: await promptIn(other) }
      return instead.prompt.instructions
    },
    tokens: fit.tokens,
    ...(size.own ? { threshold: size.own.threshold } : {}),
    ...withPrompt(prompt, { state, before: [...moves, ...trimmed] }),
  } as const
  await callModel(work, question, async (answer, asked) => [
    ...(instead?.prompt.event ? [instead.prompt.event] : []),
    ...(await step(answer, asked, { work, format: instead?.format ?? format, oneAtATime: governed.oneAtATime })),
  ])
}
