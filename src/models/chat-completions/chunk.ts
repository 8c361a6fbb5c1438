import { z } from "zod"

/** The chunk in an event of a streamed chat completion. Throws the error that it holds, and what is no chunk. */
export function chunkOf(data: string): Chunk {
  const value: unknown = JSON.parse(data)
  const { success, data: chunk } = chunkSchema.safeParse(value)
  if (success && !chunk.error) return chunk
  throw new Error(chunk?.error ? "the server sent an error" : `the server sent no chunk of an answer: ${data}`, {
    cause: value,
  })
}

/** As far as a chunk is read. Servers add fields of their own, and write null for what is absent. */
const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z
        .object({
          content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
          reasoning_content: z.string().nullish(),
          /** What servers of gpt-oss call it. */
          reasoning: z.string().nullish(),
          /** Some servers write `false` where there is none. */
          refusal: z.unknown().optional(),
          tool_calls: z
            .array(
              z.object({
                index: z.number().nullish(),
                id: z.string().nullish(),
                function: z.object({
                  name: z.string().nullish(),
                  /** The protocol wants text; some servers send the object itself. */
                  arguments: z.union([z.string(), z.json().transform((value) => JSON.stringify(value))]).nullish(),
                }),
              }),
            )
            .nullish(),
        })
        .nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
      completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
  error: z.unknown().optional(),
})

export type Chunk = z.infer<typeof chunkSchema>
type Delta = NonNullable<Chunk["choices"][number]["delta"]>
export type CallDelta = NonNullable<Delta["tool_calls"]>[number]

/** The reasoning and the text of a delta. Mistral sends both as a list of parts. */
export function wordsOf({ content, reasoning_content, reasoning, refusal }: Delta): {
  reasoning: string
  text: string
} {
  const words = { reasoning: reasoning_content ?? reasoning ?? "", text: typeof content === "string" ? content : "" }
  for (const part of Array.isArray(content) ? content : []) {
    if (part.type === "text") words.text += textOf(part)
    else if (part.type === "thinking" && Array.isArray(part.thinking))
      words.reasoning += part.thinking.map(textOf).join("")
  }
  if (typeof refusal === "string") words.text += refusal
  return words
}

const textPart = z.object({ type: z.literal("text"), text: z.string() })

function textOf(part: unknown): string {
  return textPart.safeParse(part).data?.text ?? ""
}
