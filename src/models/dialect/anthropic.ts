import type { LanguageModelV4 } from "@ai-sdk/provider"
import type { Opening } from "./opening.ts"

export async function openAnthropic({ model, baseUrl, key, fetch }: Opening): Promise<LanguageModelV4> {
  const { createAnthropic } = await import("@ai-sdk/anthropic")
  return createAnthropic({ baseURL: baseUrl, apiKey: key ?? "", fetch })(model)
}
