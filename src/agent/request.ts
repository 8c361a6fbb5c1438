import type { Message, Model, ToolFormat } from "../models/contract.ts"
import { calibrationOf, threshold } from "../session/context-budget.ts"
import { leftOutOf } from "../workflow/summary/summary.ts"
import { estimateFixed, estimateMessages } from "./context/estimate.ts"
import type { Size } from "./context/plan.ts"
import { conversation, type Told } from "./conversation.ts"
import { describeFor, type Governed, govern } from "./governor.ts"
import { openedModel } from "./opened-model.ts"
import { fewShots } from "./prompt/few-shots.ts"
import { type Prompt, preparePrompt } from "./prompt/prompt.ts"
import type { Work } from "./work.ts"

/** What the model would be asked now, before anything is done about its size. */
export type Prepared = {
  model: Model
  format: ToolFormat
  governed: Governed
  prompt: Prompt
  /** Examples that come before the conversation. */
  examples: readonly Message[]
  size: Size & { window: number | null; trimmed: number }
}

/** Everything that a request is made from: the model and what it can do, its instructions, its tools, the conversation. */
export async function prepareRequest(work: Work, given?: readonly Told[]): Promise<Prepared> {
  const { state, env } = work
  const model = await openedModel(work)
  const governed = govern({ profile: model.profile, tools: work.tools, state, env })
  const format = model.profile?.toolFormat ?? "native"
  const { contextWindow: window } = model
  const tools = describeFor(governed.tools, governed)
  const prompt = await preparePrompt(work, { format, brief: governed.brief, tools, window })
  const told = given ?? (await conversation(work))
  const { compaction, trimmed } = state.branch
  const examples = compaction ? [] : fewShots(format, told.length)
  // In a text format the instructions describe the tools.
  const schemas = format === "native" ? prompt.tools : []
  const size = {
    fixed: estimateFixed(prompt.instructions, schemas) + estimateMessages(examples),
    told,
    limit: threshold(window),
    calibration: calibrationOf(state.log.context, model.name),
    demanded: { kept: compaction?.constraints ?? [], leftOut: leftOutOf(compaction?.summary ?? "") },
    window,
    trimmed,
  }
  return { model, format, governed, prompt, examples, size }
}
