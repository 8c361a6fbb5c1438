import type { LanguageModelV4 } from "@ai-sdk/provider"
import type { Opening } from "./opening.ts"

/** OpenAI itself, by its Responses API. */
export async function openOpenAI({ model, baseUrl, key, fetch }: Opening): Promise<LanguageModelV4> {
  const { createOpenAI } = await import("@ai-sdk/openai")
  return createOpenAI({ baseURL: baseUrl, apiKey: key ?? "", fetch }).responses(model)
}
