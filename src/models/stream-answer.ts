import type { LanguageModelV4 } from "@ai-sdk/provider"
import { gatherAnswer } from "./answer.ts"
import type { Part, Request } from "./contract.ts"
import type { Opening } from "./dialect/opening.ts"
import { ending } from "./ending.ts"
import { failureMessage, failureOf, type Subject } from "./failure.ts"
import { partsOf } from "./parts-of.ts"
import { type Patience, watchOver } from "./patience.ts"
import { plainWords } from "./plain-words.ts"
import { type Price, withCost } from "./prices.ts"
import { callOptions } from "./prompt.ts"
import type { Dialect, Endpoint } from "./providers.ts"
import { troubleOf } from "./trouble.ts"

/** Whom to ask, and how. */
export type Line = {
  endpoint: Endpoint
  model: string
  fetch: typeof globalThis.fetch
  limits: Patience
  price: Price | null
}

/** One streamed call of a provider. What goes wrong is its last part. */
export async function* streamAnswer(
  { endpoint, model, fetch, limits, price }: Line,
  request: Request,
  { signal, contextWindow }: { signal: AbortSignal; contextWindow: number | null },
): AsyncGenerator<Part, void> {
  if (signal.aborted) return
  const { title, baseUrl, keyAdvice, key } = endpoint
  const subject: Subject = { title, model, baseUrl, keyAdvice, secrets: key ? [key] : [] }
  const words = endpoint.dialect === "openai-compatible" ? plainWords() : undefined
  const watch = watchOver(limits, fetch, signal, words)
  const failed = (error: unknown): Part => ({
    type: "failed",
    failure: failureOf(troubleOf(error), subject, Date.now()),
  })
  try {
    const language = await openers[endpoint.dialect]({
      provider: endpoint.provider,
      model,
      baseUrl,
      ...(key ? { key } : {}),
      fetch: watch.fetch,
    })
    const { take, answer } = gatherAnswer()
    const call = { ...callOptions(request, endpoint.dialect), abortSignal: watch.signal }
    for await (const part of partsOf(language, call, words)) {
      if (part.type === "error") {
        yield failed(part.error)
        return
      }
      const parts = take(part)
      if (parts.length > 0) watch.begun()
      for (const told of parts) yield told
    }
    const whole = answer()
    const usage = whole.usage && withCost(whole.usage, price)
    yield* ending({ ...whole, usage }, subject, contextWindow)
  } catch (error) {
    if (signal.aborted) return
    const silent = watch.silentFor()
    if (silent === null) {
      yield failed(error)
      return
    }
    const message = failureMessage("timeout", { codes: [], message: `nothing for ${silent / 1000} s` }, subject)
    yield { type: "failed", failure: { kind: "timeout", message } }
  } finally {
    watch.end()
  }
}

const openers: Readonly<Record<Dialect, (opening: Opening) => Promise<LanguageModelV4>>> = {
  openai: async (opening) => (await import("./dialect/openai.ts")).openOpenAI(opening),
  anthropic: async (opening) => (await import("./dialect/anthropic.ts")).openAnthropic(opening),
  google: async (opening) => (await import("./dialect/google.ts")).openGoogle(opening),
  "openai-compatible": async (opening) => (await import("./dialect/openai-compatible.ts")).openCompatible(opening),
}
