import { APICallError } from "@ai-sdk/provider"
import { readCompletion } from "../chat-completions/read-completion.ts"
import type { Source } from "../stream/http-fetch.ts"
import { untilAborted } from "../until-aborted.ts"
import type { Ask, Opening, ProviderCall } from "./opening.ts"

/**
 * Any server of the chat completions dialect: Ollama, LM Studio, llama.cpp, vLLM, and hosted ones. The package writes the
 * request. The answer is read here: four transforms and two schemas a token cost the package twice as much.
 */
export async function openCompatible({ provider, model, baseUrl, key, fetch }: Opening): Promise<Ask> {
  const { OpenAICompatibleChatLanguageModel } = await import("@ai-sdk/openai-compatible")
  const url = `${baseUrl}/chat/completions`
  const language = new OpenAICompatibleChatLanguageModel(model, { provider, url: () => url })

  async function post(call: ProviderCall): Promise<Source<Uint8Array>> {
    const { body } = await language.prepareRequest(call)
    const requestBodyValues = { ...body, stream: true, stream_options: { include_usage: true } }
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(requestBodyValues),
      signal: call.abortSignal,
    })
    if (response.ok && response.body) return response.body
    throw new APICallError({
      message: response.statusText,
      url,
      requestBodyValues,
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await response.text(),
    })
  }

  return (call) => readCompletion(untilAborted(() => post(call), call.abortSignal))
}
