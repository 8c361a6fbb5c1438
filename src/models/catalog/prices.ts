import type { Usage } from "../../session/event/common.ts"

/** US dollars a million tokens. */
export type Price = {
  input: number
  output: number
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
  /** Above this many input tokens another tariff holds, and the cost is not known. */
  upTo?: number | undefined
}

/** List prices that the providers publish, as of November 2026. Users add or correct them in their settings. */
const prices: Readonly<Record<string, Price>> = {
  "anthropic/claude-opus-5-5": { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  "anthropic/claude-opus-5": { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  "anthropic/claude-sonnet-5-5": { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  "anthropic/claude-sonnet-5": { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  "anthropic/claude-haiku-4-5": { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  "google/gemini-2.5-pro": { input: 1.25, output: 10, cacheRead: 0.125, upTo: 200_000 },
  "google/gemini-2.5-flash": { input: 0.3, output: 2.5, cacheRead: 0.03 },
  "openai/gpt-6.1-sol": { input: 2, output: 10, cacheRead: 0.1, upTo: 272_000 },
  "openai/gpt-6-sol": { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, upTo: 272_000 },
  "openai/gpt-6-luna": { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125, upTo: 272_000 },
  "openai/gpt-5.2": { input: 1.75, output: 14, cacheRead: 0.175 },
  "openai/gpt-5.1": { input: 1.25, output: 10, cacheRead: 0.125 },
  "openai/gpt-5": { input: 1.25, output: 10, cacheRead: 0.125 },
  "openai/gpt-5-mini": { input: 0.25, output: 2, cacheRead: 0.025 },
}

/** The price of a model by its name, a dated form of it included; null where it is not known. */
export function priceOf(name: string, own: Readonly<Record<string, Price>> = {}): Price | null {
  const plain = name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "")
  return own[name] ?? own[plain] ?? prices[name] ?? prices[plain] ?? null
}

/** The usage with what it cost, where that is known. `input` counts all input tokens, those of the cache too. */
export function withCost(usage: Usage, price: Price | null): Usage {
  if (!price || usage.cost !== undefined || usage.input > (price.upTo ?? Number.POSITIVE_INFINITY)) return usage
  const read = usage.cacheRead ?? 0
  const written = usage.cacheWrite ?? 0
  const fresh = Math.max(0, usage.input - read - written)
  const dollars =
    fresh * price.input +
    read * (price.cacheRead ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    usage.output * price.output
  return { ...usage, cost: dollars / 1_000_000 }
}
