import type { Message, ToolDescription } from "../../models/contract.ts"

/** What a picture costs is up to the model; other files are sent as text. */
const image = { tokens: 1_000 } as const

const charactersPerToken = 4

/** How many tokens a text is, roughly: servers say better with each answer, see `calibrationOf`. */
export function estimateText(...texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return Math.max(1, tokensIn(characters))
}

/** How many tokens so many characters are. */
export function tokensIn(characters: number): number {
  return Math.ceil(characters / charactersPerToken)
}

/** How many characters so many tokens are. */
export function charactersIn(tokens: number): number {
  return Math.max(0, Math.floor(tokens * charactersPerToken))
}

function estimateMessage(message: Message): number {
  switch (message.role) {
    case "user":
      return (message.attachments ?? []).reduce(
        (sum, { name, mediaType, bytes }) =>
          sum +
          estimateText(name) +
          (mediaType.startsWith("image/") ? image.tokens : Math.ceil(bytes.length / charactersPerToken)),
        estimateText(message.text),
      )
    case "assistant":
      return estimateText(
        message.text,
        ...message.calls.flatMap(({ name, arguments: given }) => [name, JSON.stringify(given)]),
      )
    case "tool":
      return estimateText(message.name, message.text)
    default:
      return message satisfies never
  }
}

export function estimateMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0)
}

/** What every request holds whatever was said: the instructions, and the tools with their schemas. */
export function estimateFixed(instructions: string, tools: readonly ToolDescription[]): number {
  return estimateText(instructions, ...schemaTexts(tools))
}

/** What the schemas of tools take. */
export function estimateTools(tools: readonly ToolDescription[]): number {
  return tools.length === 0 ? 0 : estimateText(...schemaTexts(tools))
}

function schemaTexts(tools: readonly ToolDescription[]): string[] {
  return tools.flatMap(({ name, description, parameters }) => [name, description, JSON.stringify(parameters)])
}
