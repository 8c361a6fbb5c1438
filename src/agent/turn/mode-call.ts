import type { ToolFormat } from "../../models/contract.ts"
import { toolListAsText } from "../../models/profile/tools-as-text.ts"
import type { Tool } from "../../tools/contract.ts"
import { preparePrompt, withPrompt } from "../prompt/prepare-prompt.ts"
import { describeFor, type Governed, govern } from "../tool-calls/governor.ts"
import type { Question } from "./model-call.ts"
import { openedModel } from "./opened-model.ts"
import type { Work } from "./work.ts"

/**
 * A call of the model that is about the work, not part of it: it sees what it needs, not the conversation. What it is
 * told first is what it is told in the work, so that a provider's cache holds from the one to the other.
 */
export async function modeCall(
  work: Work,
  { instructions, message }: { instructions: string; message: string },
  { tools, purpose }: { tools: readonly Tool[]; purpose: "clarify" | "plan" },
): Promise<Question> {
  const { state, env } = work
  const model = await openedModel(work)
  const governed = govern({ profile: model.profile, tools: work.tools, state, env })
  const format = model.profile?.toolFormat ?? "native"
  const promptIn = (format: ToolFormat) =>
    preparePrompt(work, {
      format,
      brief: governed.brief,
      tools: describeFor(governed.tools, governed),
      window: model.contextWindow,
      assignment: {
        instructions: [instructions, ...unlisted(tools, { ...governed, format })].join("\n\n"),
        tools: tools.map(({ name }) => name),
      },
    })
  const prompt = await promptIn(format)
  return {
    purpose,
    model,
    instructions: prompt.instructions,
    messages: [{ role: "user", text: message }],
    tools: describeFor(tools, governed),
    toolFormat: format,
    instructionsIn: async (other) => (await promptIn(other)).instructions,
    ...withPrompt(prompt, { state, before: [] }),
  }
}

/** The tools that are described to a model in text and that its list does not have. */
function unlisted(tools: readonly Tool[], { format, ...governed }: Governed & { format: ToolFormat }): string[] {
  const missing = tools.filter(({ name }) => !governed.tools.some((listed) => listed.name === name))
  return format === "native" || missing.length === 0 ? [] : [toolListAsText(describeFor(missing, governed))]
}
