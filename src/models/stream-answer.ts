import type { LanguageModelV4 } from "@ai-sdk/provider"
import { gatherAnswer } from "./answer.ts"
import type { Part, Request } from "./contract.ts"
import type { Opening } from "./dialect/opening.ts"
import { ending } from "./ending.ts"
import { failureMessage, failureOf, type Subject } from "./failure.ts"
import { joinText } from "./join-text.ts"
import { type Patience, watchOver } from "./patience.ts"
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
  const watch = watchOver(limits, fetch, signal, joiners[endpoint.dialect])
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
    for await (const part of partsOf(language, request, endpoint.dialect, watch.signal)) {
      if (part.type === "error") {
        yield failed(part.error)
        return
      }
      const parts = take(part)
      if (parts.length > 0) watch.begun()
      yield* parts
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

/** How what waits of an answer is joined, by dialect. */
const joiners: Partial<Record<Dialect, (events: string) => string>> = { "openai-compatible": joinText }

const openers: Readonly<Record<Dialect, (opening: Opening) => Promise<LanguageModelV4>>> = {
  openai: async (opening) => (await import("./dialect/openai.ts")).openOpenAI(opening),
  anthropic: async (opening) => (await import("./dialect/anthropic.ts")).openAnthropic(opening),
  google: async (opening) => (await import("./dialect/google.ts")).openGoogle(opening),
  "openai-compatible": async (opening) => (await import("./dialect/openai-compatible.ts")).openCompatible(opening),
}

// A cancelled call ends at once, whatever the packages below are waiting for.
async function* partsOf(language: LanguageModelV4, request: Request, dialect: Dialect, signal: AbortSignal) {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  const { stream } = await Promise.race([
    aborted,
    language.doStream({ ...callOptions(request, dialect), abortSignal: signal }),
  ])
  const reader = stream.getReader()
  // The stream may have failed already; that is told where it was read.
  const cancel = () => void reader.cancel().catch(() => undefined)
  // Whoever waits for a part is told at once that there are none. (A race against the signal would hold on to every part.)
  signal.addEventListener("abort", cancel, { once: true })
  try {
    while (true) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener("abort", cancel)
    cancel()
  }
}
