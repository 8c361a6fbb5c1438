import { describe, expect, it } from "vitest"
import type { ProviderModels } from "../../src/models/catalog/model-list.ts"
import { matchingModels, unlistedModel } from "./model-choices.ts"

const listed = (name: string) => ({ name, contextWindow: 200_000, profile: {} as never })
const providers: readonly ProviderModels[] = [
  {
    provider: "anthropic",
    title: "Anthropic",
    models: [listed("anthropic/sonnet"), listed("anthropic/opus")],
    note: "",
  },
  { provider: "openai", title: "OpenAI", models: null, note: "no key: set OPENAI_API_KEY" },
]

describe("the models to choose from", () => {
  it("are those in which every word is found, by provider", () => {
    expect(matchingModels(providers, "anthro opus")).toEqual([
      { title: "Anthropic", note: "", models: [{ name: "anthropic/opus", window: 200_000 }] },
    ])
  })

  it("tell why a provider has none, while nothing is typed", () => {
    expect(matchingModels(providers, "").map(({ title, note }) => [title, note])).toEqual([
      ["Anthropic", ""],
      ["OpenAI", "no key: set OPENAI_API_KEY"],
    ])
    expect(matchingModels(providers, "nothing like it")).toEqual([])
  })

  it("may be named although they are not listed", () => {
    expect(unlistedModel(providers, " openai/gpt-next ")).toBe("openai/gpt-next")
    expect(unlistedModel(providers, "anthropic/opus")).toBeNull()
    expect(unlistedModel(providers, "opus")).toBeNull()
  })
})
