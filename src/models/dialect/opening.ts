import type { LanguageModelV4CallOptions } from "@ai-sdk/provider"
import type { Part } from "../contract.ts"
import type { Answer } from "../stream/ending.ts"
import type { HttpFetch } from "../stream/http-fetch.ts"

/** What a dialect needs to reach a model. */
export type Opening = { provider: string; model: string; baseUrl: string; key?: string; fetch: HttpFetch }

export type ProviderCall = LanguageModelV4CallOptions & { abortSignal: AbortSignal }

/** One streamed call in a dialect: parts as they come, then the whole answer. Throws what goes wrong. */
export type Ask = (call: ProviderCall) => AsyncGenerator<Part, Answer>
