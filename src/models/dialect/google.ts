import type { LanguageModelV4 } from "@ai-sdk/provider"
import type { Opening } from "./opening.ts"

export async function openGoogle({ model, baseUrl, key, fetch }: Opening): Promise<LanguageModelV4> {
  const { createGoogle } = await import("@ai-sdk/google")
  return createGoogle({ baseURL: baseUrl, apiKey: key ?? "", fetch })(model)
}
