import { type Price, withCost } from "../catalog/prices.ts"
import type { Dialect, Endpoint } from "../catalog/providers.ts"
import type { Part, Request } from "../contract.ts"
import type { Ask, Opening } from "../dialect/opening.ts"
import { callOptions } from "./call-options.ts"
import { ending } from "./ending.ts"
import type { HttpFetch } from "./http-fetch.ts"
import { failureMessage, failureOf, type Subject } from "./model-failure.ts"
import { type Patience, watchOver } from "./patience.ts"
import { providerErrorOf } from "./provider-error.ts"

/** Whom to ask, and how. */
export type ModelConnection = {
  endpoint: Endpoint
  model: string
  fetch: HttpFetch
  limits: Patience
  price: Price | null
}

/** One streamed call of a provider. What goes wrong is its last part. */
export async function* streamAnswer(
  { endpoint, model, fetch, limits, price }: ModelConnection,
  request: Request,
  { signal, contextWindow }: { signal: AbortSignal; contextWindow: number | null },
): AsyncGenerator<Part, void> {
  if (signal.aborted) return
  const { title, baseUrl, keyAdvice, key } = endpoint
  const subject: Subject = { title, model, baseUrl, keyAdvice, secrets: key ? [key] : [] }
  const watch = watchOver(limits, fetch, signal)
  const failed = (error: unknown): Part => ({
    type: "failed",
    failure: failureOf(providerErrorOf(error), subject, Date.now()),
  })
  try {
    const ask = await openers[endpoint.dialect]({
      provider: endpoint.provider,
      model,
      baseUrl,
      ...(key ? { key } : {}),
      fetch: watch.fetch,
    })
    const answer = ask({ ...callOptions(request, endpoint.dialect), abortSignal: watch.signal })
    let next = await answer.next()
    for (; !next.done; next = await answer.next()) {
      // Parts may be left of what was read before the call was cancelled.
      watch.signal.throwIfAborted()
      watch.started()
      yield next.value
    }
    const whole = next.value
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

// Loaded when a model of their kind is asked.
const packages = () => import("../dialect/packages.ts")

const openers: Readonly<Record<Dialect, (opening: Opening) => Promise<Ask>>> = {
  openai: async (opening) => (await packages()).openOpenAI(opening),
  anthropic: async (opening) => (await packages()).openAnthropic(opening),
  google: async (opening) => (await packages()).openGoogle(opening),
  "openai-compatible": async (opening) => (await import("../dialect/openai-compatible.ts")).openCompatible(opening),
}
