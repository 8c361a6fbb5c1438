/** One chunk of a chat completion. */
export function chunk(delta: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { finish_reason = null, ...rest } = more
  return {
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
    ...rest,
  }
}

export const text = (content: string) => chunk({ content })
export const reasoning = (reasoning_content: string) => chunk({ reasoning_content })
export const finish = (finish_reason: string) => chunk({}, { finish_reason })

export function toolCall(index: number, fields: { id?: string; name?: string; arguments?: string }) {
  const { id, ...named } = fields
  return chunk({ tool_calls: [{ index, ...(id ? { id, type: "function" } : {}), function: named }] })
}

/** The last chunk, which holds only the usage. */
export function usage(prompt: number, completion: number, more: { cached?: number; reasoning?: number } = {}) {
  return {
    ...chunk({}),
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      prompt_tokens_details: { cached_tokens: more.cached ?? 0 },
      completion_tokens_details: { reasoning_tokens: more.reasoning ?? 0 },
    },
  }
}
