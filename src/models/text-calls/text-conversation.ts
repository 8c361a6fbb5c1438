import type { Message, Request } from "../contract.ts"
import { callAsText, resultAsText, type TextFormat, toolsAsText } from "../profile/tools-as-text.ts"

/**
 * The conversation for a model that knows tools only by text: its past calls stand in what it said, their results in what
 * it was told. Many chat templates refuse two messages of one role in a row, so that neighbours become one.
 */
export function inText(messages: readonly Message[], format: TextFormat): Message[] {
  const merged: Message[] = []
  for (const message of messages.map((one) => withoutCalls(one, format))) {
    const last = merged.at(-1)
    const both = last && mergeMessages(last, message)
    if (both) merged[merged.length - 1] = both
    else merged.push(message)
  }
  return merged
}

/** A request whose instructions describe the tools: rebuilt where the caller can, else extended. */
export async function withToolsInText(request: Request, format: TextFormat): Promise<Request> {
  const { instructions, tools, instructionsIn } = request
  const rebuilt = await instructionsIn?.(format)
  return { ...request, instructions: rebuilt ?? joined([instructions, toolsAsText(tools, format)]), toolFormat: format }
}

function withoutCalls(message: Message, format: TextFormat): Message {
  switch (message.role) {
    case "user":
      return message
    case "assistant": {
      const { calls, text } = message
      return { ...message, calls: [], text: joined([text, ...calls.map((call) => callAsText(call, format))], "\n") }
    }
    case "tool":
      return { role: "user", text: resultAsText(message) }
    default:
      return message satisfies never
  }
}

function mergeMessages(one: Message, other: Message): Message | null {
  if (one.role === "user" && other.role === "user") {
    const attachments = [...(one.attachments ?? []), ...(other.attachments ?? [])]
    return { role: "user", text: joined([one.text, other.text]), ...(attachments.length > 0 ? { attachments } : {}) }
  }
  if (one.role === "assistant" && other.role === "assistant") {
    const reasoning = joined([one.reasoning ?? "", other.reasoning ?? ""])
    return { ...one, text: joined([one.text, other.text]), ...(reasoning ? { reasoning } : {}) }
  }
  return null
}

function joined(texts: readonly string[], between = "\n\n"): string {
  return texts.filter((text) => text !== "").join(between)
}
