import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { gatherAnswer } from "../stream/gather-answer.ts"
import { asWebFetch } from "../stream/http-fetch.ts"
import { untilAborted } from "../until-aborted.ts"
import type { Ask, Opening } from "./opening.ts"

/** OpenAI itself, by its Responses API. */
export async function openOpenAI({ model, baseUrl, key, fetch }: Opening): Promise<Ask> {
  const { createOpenAI } = await import("@ai-sdk/openai")
  return askPackage(createOpenAI({ baseURL: baseUrl, apiKey: key ?? "", fetch: asWebFetch(fetch) }).responses(model))
}

export async function openAnthropic({ model, baseUrl, key, fetch }: Opening): Promise<Ask> {
  const { createAnthropic } = await import("@ai-sdk/anthropic")
  return askPackage(createAnthropic({ baseURL: baseUrl, apiKey: key ?? "", fetch: asWebFetch(fetch) })(model))
}

export async function openGoogle({ model, baseUrl, key, fetch }: Opening): Promise<Ask> {
  const { createGoogle } = await import("@ai-sdk/google")
  return askPackage(createGoogle({ baseURL: baseUrl, apiKey: key ?? "", fetch: asWebFetch(fetch) })(model))
}

/** Asks by a provider's package, which speaks the dialect. */
export function askPackage(language: LanguageModelV4): Ask {
  return async function* ask(call) {
    const { take, answer } = gatherAnswer()
    const open = async () => (await language.doStream(call)).stream
    for await (const part of untilAborted<LanguageModelV4StreamPart>(open, call.abortSignal)) {
      if (part.type === "error") throw part.error
      for (const shown of take(part)) yield shown
    }
    return answer()
  }
}
