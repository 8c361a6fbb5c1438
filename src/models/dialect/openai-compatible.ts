import type { LanguageModelV4 } from "@ai-sdk/provider"
import type { Opening } from "./opening.ts"

/** Any server of the chat completions dialect: Ollama, LM Studio, llama.cpp, vLLM, and hosted ones. */
export async function openCompatible({ provider, model, baseUrl, key, fetch }: Opening): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  return createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    ...(key ? { apiKey: key } : {}),
    includeUsage: true,
    fetch,
  }).chatModel(model)
}
