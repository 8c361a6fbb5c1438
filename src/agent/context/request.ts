import type { Message, Model, ToolFormat } from "../../models/contract.ts"
import { calibrationOf, threshold } from "../../session/context-budget.ts"
import { isSummary } from "../../session/view/context.ts"
import { withSaid } from "../../workflow/summary/summary.ts"
import { fewShots } from "../prompt/few-shots.ts"
import { type Prompt, preparePrompt } from "../prompt/prepare-prompt.ts"
import { describeFor, type Governed, govern } from "../tool-calls/governor.ts"
import type { Limits } from "../turn/limits.ts"
import { openedModel } from "../turn/opened-model.ts"
import type { Work } from "../turn/work.ts"
import { contextPolicy } from "./context-policy.ts"
import { type ConversationEntry, conversation } from "./conversation.ts"
import { estimateFixed, estimateMessages } from "./estimate.ts"
import { roomForSaid, type Size } from "./plan-compaction.ts"
import { withoutImages } from "./unseen-images.ts"

/** What the model would be asked now, before anything is done about its size. */
export type Prepared = {
  model: Model
  format: ToolFormat
  governed: Governed
  prompt: Prompt
  /** The same for another format. */
  promptIn(format: ToolFormat): Promise<Prompt>
  /** Examples that come before the conversation. */
  examples: readonly Message[]
  size: Size & { window: number | null; trimmed: number }
}

/** Everything that a request is made from: the model and what it can do, its instructions, its tools, the conversation. */
export async function prepareRequest(work: Work, given?: readonly ConversationEntry[]): Promise<Prepared> {
  const { state, env } = work
  const model = await openedModel(work)
  const governed = govern({ profile: model.profile, tools: work.tools, state, env })
  const format = model.profile?.toolFormat ?? "native"
  const { contextWindow: window } = model
  const tools = describeFor(governed.tools, governed)
  const promptIn = (wanted: ToolFormat) => preparePrompt(work, { format: wanted, brief: governed.brief, tools, window })
  const prompt = await promptIn(format)
  const { compaction, trimmed, task } = state.branch
  const said = compaction?.constraints ?? []
  const budget = { ...limitFor(window, work.limits), calibration: calibrationOf(state.log.context, model.name) }
  const everything = given ?? (await conversation(work))
  const conversed =
    model.profile?.images === false
      ? everything.map((one) => ({ ...one, message: withoutImages(one.message) }))
      : everything
  // Another model may have written the summary, with another window. Where none is known the writer knew better.
  const entries = window === null ? conversed : conversed.map((one) => withRoomForSaid(one, said, roomForSaid(budget)))
  const examples = compaction ? [] : fewShots(format, entries.length)
  // In a text format the instructions describe the tools.
  const schemas = format === "native" ? prompt.tools : []
  const size = {
    fixed: estimateFixed(prompt.instructions, schemas) + estimateMessages(examples),
    entries,
    ...budget,
    task: task ?? "",
    said,
    window,
    trimmed,
  }
  return { model, format, governed, prompt, promptIn, examples, size }
}

/** When the context is too large, and what its parts are a share of. */
function limitFor(
  window: number | null,
  { compactAt, keepMessages: keep }: Limits,
): Pick<Size, "limit" | "keep" | "own"> {
  const room = threshold(window)
  if (compactAt === null) return { limit: room, keep }
  const own = { threshold: Math.min(compactAt, room), room }
  return { limit: Math.max(own.threshold, Math.min(contextPolicy.leastLimit, room)), keep, own }
}

/** The summary with as much of what the person said as the model that is asked has room for. */
function withRoomForSaid(one: ConversationEntry, said: readonly string[], characters: number): ConversationEntry {
  const { message, seen } = one
  if (message.role !== "user" || seen?.role !== "user" || !isSummary(seen)) return one
  const text = withSaid(seen.text, said, characters)
  return { message: { ...message, text }, seen: { ...seen, text } }
}
