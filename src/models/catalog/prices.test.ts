import { expect, it } from "vitest"
import { priceOf, withCost } from "./prices.ts"

it("counts what was fresh, read from the cache, written to it, and said", () => {
  const usage = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 200_000 }
  expect(withCost(usage, priceOf("anthropic/claude-sonnet-5")).cost).toBeCloseTo(
    0.2 * 2 + 0.6 * 0.2 + 0.2 * 2.5 + 0.1 * 10,
  )
})

it("knows a dated name, prefers the user's own price, and invents none", () => {
  expect(priceOf("openai/gpt-5-2025-08-07")).toEqual(priceOf("openai/gpt-5"))
  expect(priceOf("openai/gpt-5", { "openai/gpt-5": { input: 1, output: 1 } })).toEqual({ input: 1, output: 1 })
  expect(priceOf("ollama/qwen3")).toBeNull()
  expect(withCost({ input: 1, output: 1 }, null)).toEqual({ input: 1, output: 1 })
})

it("gives no cost where another tariff begins", () => {
  expect(withCost({ input: 300_000, output: 1 }, priceOf("openai/gpt-6-sol")).cost).toBeUndefined()
})
