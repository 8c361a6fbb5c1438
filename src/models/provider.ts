import type { LanguageModelV4 } from "@ai-sdk/provider"
import { gatherAnswer } from "./answer.ts"
import { askContextWindow, knownContextWindow } from "./context-window.ts"
import type { Model, Part, Request } from "./contract.ts"
import type { Opening } from "./dialect/opening.ts"
import { ending } from "./ending.ts"
import { failureMessage, failureOf, type Subject } from "./failure.ts"
import { localFetch } from "./local-fetch.ts"
import { type Patience, patience, watchOver } from "./patience.ts"
import { type Price, priceOf, withCost } from "./prices.ts"
import { callOptions } from "./prompt.ts"
import { type Dialect, type Endpoint, endpointOf, parseName } from "./providers.ts"
import type { ModelSettings } from "./settings.ts"
import { troubleOf } from "./trouble.ts"

/**
 * Opens the model of that name: `provider/model`, `scripted:<file>` or `demo`. What is missing or misspelt is refused
 * with what to set; a server that is down is not: that is a failure of the first call, which can be tried again.
 */
export async function openModel(name: string, settings: ModelSettings): Promise<Model> {
  if (name === "demo") {
    const { demoModel } = await import("./demo.ts")
    return demoModel(settings.env)
  }
  if (name.startsWith("scripted:")) {
    const { openScript } = await import("./scripted.ts")
    return openScript(name.slice("scripted:".length), settings)
  }
  const { provider, model } = parseName(name)
  const endpoint = endpointOf(provider, settings)
  const fetch = settings.fetch ?? (endpoint.local ? localFetch : globalThis.fetch)
  const fixed = settings.contextWindows?.[name] ?? knownContextWindow(name)
  let contextWindow = fixed ?? (await askContextWindow(endpoint, model, fetch))
  const call: Call = {
    endpoint,
    model,
    fetch,
    limits: { ...(endpoint.local ? patience.local : patience.hosted), ...settings.patience },
    price: priceOf(name, settings.prices),
  }
  let answered = false
  return {
    name,
    scripted: false,
    get contextWindow() {
      return contextWindow
    },
    async *stream(request, signal) {
      yield* streamAnswer(call, request, { signal, contextWindow })
      // Only now is a local model sure to be loaded, and its server knows with how much room.
      if (fixed !== null || answered || signal.aborted) return
      answered = true
      contextWindow = (await askContextWindow(endpoint, model, fetch)) ?? contextWindow
    },
  }
}

type Call = {
  endpoint: Endpoint
  model: string
  fetch: typeof globalThis.fetch
  limits: Patience
  price: Price | null
}

async function* streamAnswer(
  { endpoint, model, fetch, limits, price }: Call,
  request: Request,
  { signal, contextWindow }: { signal: AbortSignal; contextWindow: number | null },
): AsyncGenerator<Part, void> {
  if (signal.aborted) return
  const { title, baseUrl, keyAdvice, key } = endpoint
  const subject: Subject = { title, model, baseUrl, keyAdvice, secrets: key ? [key] : [] }
  const watch = watchOver(limits, fetch, signal)
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
  try {
    while (true) {
      const { done, value } = await Promise.race([aborted, reader.read()])
      if (done) return
      yield value
    }
  } finally {
    // The stream may have failed already; that is told where it was read.
    void reader.cancel().catch(() => undefined)
  }
}
