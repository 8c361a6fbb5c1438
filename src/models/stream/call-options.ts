import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider"
import type { Dialect } from "../catalog/providers.ts"
import type { Message, Request } from "../contract.ts"
import { inText } from "../text-calls/text-conversation.ts"

/** The request in the terms of the provider packages. */
export function callOptions(request: Request, dialect: Dialect): LanguageModelV4CallOptions {
  const { instructions, maxOutputTokens, temperature, effort, toolFormat = "native" } = request
  // In a text format the instructions tell of the tools: a server that got them too would tell the model twice.
  const tools = toolFormat === "native" ? request.tools : []
  const messages = toolFormat === "native" ? request.messages : inText(request.messages, toolFormat)
  const system: LanguageModelV4Message[] = instructions ? [{ role: "system", content: instructions }] : []
  const prompt = [...system, ...conversation(messages, dialect)]
  return {
    prompt: dialect === "anthropic" ? cached(prompt) : prompt,
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function" as const,
            name,
            description,
            inputSchema: parameters,
          })),
        }
      : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(effort === undefined ? {} : { reasoning: effort }),
    // The log is ours alone: nothing is kept at the provider.
    ...(dialect === "openai" ? { providerOptions: { openai: { store: false } } } : {}),
  }
}

type Attachment = NonNullable<Extract<Message, { role: "user" }>["attachments"]>[number]

function conversation(messages: readonly Message[], dialect: Dialect): LanguageModelV4Message[] {
  const lastInput = messages.findLastIndex((message) => message.role === "user")
  const prompt: LanguageModelV4Message[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === "user") {
      prompt.push({
        role: "user",
        content: [
          ...(message.text ? [{ type: "text" as const, text: message.text }] : []),
          ...(message.attachments ?? []).map((attachment) => attached(attachment, dialect)),
        ],
      })
    } else if (message.role === "assistant") {
      // Open models were trained to see the reasoning of the turn they are in, and not that of earlier ones. The
      // others accept it only with signatures that the log does not hold.
      const reasoning = dialect === "openai-compatible" && index > lastInput ? message.reasoning : undefined
      const content = [
        ...(reasoning ? [{ type: "reasoning" as const, text: reasoning }] : []),
        ...(message.text ? [{ type: "text" as const, text: message.text }] : []),
        ...message.calls.map((call) => ({
          type: "tool-call" as const,
          toolCallId: call.call,
          toolName: call.name,
          input: call.arguments,
        })),
      ]
      if (content.length > 0) prompt.push({ role: "assistant", content })
    } else {
      const result = {
        type: "tool-result" as const,
        toolCallId: message.call,
        toolName: message.name,
        output: { type: message.failed ? ("error-text" as const) : ("text" as const), value: message.text },
      }
      // The results of one step belong in one message: Gemini counts them against the calls.
      const last = prompt.at(-1)
      if (last?.role === "tool") last.content.push(result)
      else prompt.push({ role: "tool", content: [result] })
    }
  }
  return prompt
}

function attached(
  { name, mediaType, bytes }: Attachment,
  dialect: Dialect,
): LanguageModelV4TextPart | LanguageModelV4FilePart {
  const seen = mediaType.startsWith("image/") || (mediaType === "application/pdf" && dialect !== "openai-compatible")
  if (seen) return { type: "file", filename: name, mediaType, data: { type: "data", data: bytes } }
  const text = decoded(bytes)
  if (text !== null) return { type: "text", text: `The attached file ${name}:\n\n${text}` }
  return {
    type: "text",
    text: `(${name}, ${mediaType}, ${bytes.length} bytes, was attached; it cannot be shown to you.)`,
  }
}

function decoded(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

// Anthropic caches only what is marked: the instructions with the tools before them, and the conversation so far.
function cached(prompt: LanguageModelV4Message[]): LanguageModelV4Message[] {
  const mark = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } }
  return prompt.map((message, index) =>
    message.role === "system" || index === prompt.length - 1 ? { ...message, ...mark } : message,
  )
}
