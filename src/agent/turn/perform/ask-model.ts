import type { ToolFormat } from "../../../models/contract.ts"
import type { NewEvent } from "../../../session/event.ts"
import { fitContext } from "../../context/fit.ts"
import { prepareRequest } from "../../context/request.ts"
import { type Prompt, withPrompt } from "../../prompt/prepare-prompt.ts"
import { withEcho } from "../../tool-calls/governor.ts"
import { callModel } from "../model-call.ts"
import { step } from "../step.ts"
import type { Work } from "../work.ts"
import { maybeCompact } from "./compact.ts"

/** One step: the model answers with text, or with the tools that it wants. Before that the context is made to fit. */
export async function askModel(work: Work): Promise<void> {
  const { state } = work
  const prepared = await prepareRequest(work)
  if (await maybeCompact(work, prepared)) return
  const { model, format, governed, prompt, promptIn, examples, size } = prepared
  const fit = fitContext(size)
  // The newest result of all cannot be noted in the log yet: the next step finds it too long again.
  const isOld = fit.trim !== null && fit.trim.through < state.seq
  const trimmed: NewEvent[] = fit.trim && isOld ? [{ type: "context.trimmed", data: fit.trim }] : []
  // A server that refuses tools is asked again at once: the request that it then gets is recorded with its answer.
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
    ...withPrompt(prompt, { state, before: trimmed }),
  } as const
  await callModel(work, question, async (answer, asked) => {
    await instead?.prompt.keep()
    return [
      ...(instead?.prompt.event ? [instead.prompt.event] : []),
      ...(await step(answer, asked, { work, format: instead?.format ?? format, oneAtATime: governed.oneAtATime })),
    ]
  })
}
