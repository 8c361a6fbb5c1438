import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { openModel } from "./open-model.ts"
import { endpointOf, parseName, providerNames, providers, serverAddress } from "./providers.ts"

describe("a model's name", () => {
  it("is the provider and all that follows", () => {
    expect(parseName("openai-compatible/org/model:tag")).toEqual({
      provider: "openai-compatible",
      model: "org/model:tag",
    })
  })

  it.each([
    ["gpt-5", "names no provider"],
    ["/gpt-5", "names no provider"],
    ["", "names no provider"],
    ["openia/gpt-5", 'no provider "openia"'],
    ["constructor/x", 'no provider "constructor"'],
    ["ollama/", "names no model"],
  ])("%s is refused with what to write", async (name, words) => {
    await expect(openModel(name, { env: {} })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(words),
    })
  })
})

describe("an endpoint", () => {
  it("needs its key, and says where to put it", () => {
    for (const [provider, variable] of [
      ["openai", "OPENAI_API_KEY"],
      ["anthropic", "ANTHROPIC_API_KEY"],
      ["google", "GEMINI_API_KEY"],
    ] as const) {
      expect(() => endpointOf(provider, { env: {} })).toThrow(variable)
      expect(() => endpointOf(provider, { env: { [variable]: "  " } })).toThrow(variable)
      expect(endpointOf(provider, { env: { [variable]: "k" } }).key).toBe("k")
      expect(endpointOf(provider, { env: {}, keys: { [provider]: "own" } }).key).toBe("own")
      expect(endpointOf(provider, { env: { [variable]: "k" }, keys: { [provider]: "own" } }).key).toBe("k")
    }
  })

  it("takes its key and its address from the variables that docs/models.md names", () => {
    const text = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8")
    const named = new Set(text.match(/\b[A-Z]+(?:_[A-Z]+)*_(?:API_KEY|BASE_URL|HOST)\b/g))
    const server = "http://127.0.0.1:7777/v1"
    for (const name of providerNames) {
      const { keyVariables, baseUrlVariables } = providers[name]
      for (const variable of keyVariables) {
        const env = { [variable]: "k", [baseUrlVariables[0]]: server }
        expect([variable, named.delete(variable), endpointOf(name, { env }).key]).toEqual([variable, true, "k"])
      }
      for (const variable of baseUrlVariables) {
        const env = { [keyVariables[0]]: "k", [variable]: server }
        const { host } = new URL(endpointOf(name, { env }).baseUrl)
        expect([variable, named.delete(variable), host]).toEqual([variable, true, "127.0.0.1:7777"])
      }
    }
    expect([...named]).toEqual([])
  })

  it("needs an address where nobody can guess it", () => {
    expect(() => endpointOf("openai-compatible", { env: {} })).toThrow("--base-url")
  })

  it.each([
    ["ollama", "192.168.1.5", "http://192.168.1.5:11434/v1", true],
    ["ollama", "0.0.0.0:9999", "http://127.0.0.1:9999/v1", true],
    ["ollama", "https://ollama.example.com/", "https://ollama.example.com/v1", false],
    ["openai-compatible", "http://localhost:8000", "http://localhost:8000/v1", true],
    ["openai-compatible", "https://example.com/api/v1/", "https://example.com/api/v1", false],
    ["google", "https://proxy.example.com", "https://proxy.example.com/v1beta", false],
  ] as const)("of %s at %s is %s", (provider, given, baseUrl, local) => {
    const settings = { env: { GEMINI_API_KEY: "k" }, baseUrls: { [provider]: given } }
    expect(endpointOf(provider, settings)).toMatchObject({ baseUrl, local })
  })

  it.each(["http://ada:secret@a.test/v1", "http://secret@a.test", "a.test/v1?key=secret", "https://a.test/v1#secret"])(
    "refuses the address %s, and does not repeat what it holds",
    (given) => {
      expect(() => serverAddress(given)).toThrow(/OPENAI_COMPATIBLE_API_KEY/)
      expect(() => serverAddress(given)).not.toThrow(/secret/)
    },
  )

  it("refuses an address that is none", () => {
    expect(() => endpointOf("ollama", { env: { OLLAMA_HOST: "ftp://x" } })).toThrow("not an http address")
  })
})
