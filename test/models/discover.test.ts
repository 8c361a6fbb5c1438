import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { discoverModel } from "../../src/models/catalog/discover.ts"
import { listModels } from "../../src/models/catalog/model-list.ts"
import { openModel } from "../../src/models/catalog/open-model.ts"
import { partsOf } from "./ask.ts"
import { finish, text } from "./chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "./loopback.ts"

let server: Awaited<ReturnType<typeof startLoopback>>
// Nothing listens on port 1: what happens to run on this machine must not be found.
const nowhere = "http://127.0.0.1:1"
const noServers = { ollama: nowhere, lmstudio: nowhere, llamacpp: nowhere }

beforeEach(async () => {
  server = await startLoopback((response) => sendJson(response, 404, {}))
})
afterEach(() => server.close())

describe("with no model named", () => {
  it("the configured one is used, and nothing else is looked for", async () => {
    expect(await discoverModel({ env: { OPENAI_API_KEY: "k" }, defaultModel: "ollama/mine" })).toEqual({
      model: "ollama/mine",
      because: "it is the default in the settings",
      looked: [{ what: "a default model in the settings", found: "ollama/mine" }],
      several: [],
    })
  })

  it("a key in the environment decides, and is not shown", async () => {
    const found = await discoverModel({ env: { ANTHROPIC_API_KEY: "very-secret" }, baseUrls: noServers })
    expect(found.model).toMatch(/^anthropic\/claude-/)
    expect(found.because).toContain("ANTHROPIC_API_KEY")
    expect(JSON.stringify(found)).not.toContain("very-secret")
  })

  it("a model of a local server is taken, one that can speak", async () => {
    server.answer((response, { path }) =>
      path === "/api/tags"
        ? sendJson(response, 200, { models: [{ name: "nomic-embed-text:latest" }, { name: "qwen3:8b" }] })
        : sendJson(response, 404, {}),
    )
    const found = await discoverModel({ env: {}, baseUrls: { ...noServers, ollama: server.url } })
    expect(found.model).toBe("ollama/qwen3:8b")
    expect(found.looked).toContainEqual({ what: `Ollama at ${new URL(server.url).host}`, found: "ollama/qwen3:8b" })
  })

  it("a loaded model of LM Studio goes before the others", async () => {
    const data = [
      { id: "a", type: "llm", state: "not-loaded" },
      { id: "b", type: "llm", state: "loaded" },
    ]
    server.answer((response, { path }) => sendJson(response, path === "/api/v0/models" ? 200 : 404, { data }))
    const found = await discoverModel({ env: {}, baseUrls: { ...noServers, lmstudio: server.url } })
    expect(found.model).toBe("lmstudio/b")
  })

  it("the model of a configured server is used, and with several they are named", async () => {
    let ids = ["mock-model"]
    server.answer((response, { path }) =>
      path === "/v1/models"
        ? sendJson(response, 200, { data: ids.map((id) => ({ id })) })
        : sendJson(response, 404, {}),
    )
    const env = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` }
    const { host } = new URL(server.url)
    expect(await discoverModel({ env, baseUrls: noServers })).toMatchObject({
      model: "openai-compatible/mock-model",
      several: [],
    })
    ids = ["mock-model", "other"]
    const found = await discoverModel({ env, baseUrls: noServers })
    expect(found).toMatchObject({
      model: null,
      because: `2 models at ${host}, and none is chosen`,
      several: ["openai-compatible/mock-model", "openai-compatible/other"],
    })
    expect(found.looked.at(-1)?.found).toBe("openai-compatible/mock-model, openai-compatible/other")
  })

  it("there is none, with all that was looked for, where a server never answers", async () => {
    server.answer(() => undefined) // never answers
    const found = await discoverModel({ env: {}, baseUrls: { ...noServers, ollama: server.url } })
    expect(found).toMatchObject({ model: null, because: "no model was found", several: [] })
    expect(found.looked.map(({ found }) => found)).toEqual([null, null, null, null, null, null, null])
  })

  it("something else on that port is not taken for a model server", async () => {
    server.answer((response) => sendJson(response, 200, "<html>my app</html>"))
    const found = await discoverModel({ env: {}, baseUrls: { ...noServers, llamacpp: server.url } })
    expect(found.model).toBeNull()
  })
})

describe("the context window", () => {
  it("of Ollama is what the loaded model was given, else what its file says, else what it can take", async () => {
    let loaded: unknown[] = []
    let parameters: string | undefined = "num_ctx 16384\nstop x"
    server.answer((response, { path, body }) => {
      if (path === "/api/ps") return sendJson(response, 200, { models: loaded })
      if (path === "/api/show") {
        expect(body).toEqual({ model: "qwen3" })
        return sendJson(response, 200, { parameters, model_info: { "qwen3.context_length": 40960 } })
      }
      loaded = [{ name: "qwen3:latest", context_length: 8192 }]
      return sendStream(response, events(text("hi"), finish("stop")))
    })
    const open = () => openModel("ollama/qwen3", { env: {}, baseUrls: { ollama: server.url } })
    const model = await open()
    expect(model.contextWindow).toBe(16384)
    parameters = undefined
    expect((await open()).contextWindow).toBe(40960)
    await partsOf(model)
    expect(model.contextWindow).toBe(8192)
  })

  it("of llama.cpp and vLLM is what the server says", async () => {
    server.answer((response, { path }) =>
      path === "/props"
        ? sendJson(response, 200, { default_generation_settings: { n_ctx: 4096 } })
        : sendJson(response, 200, { data: [{ id: "m", max_model_len: 32768 }] }),
    )
    const baseUrls = { llamacpp: server.url, "openai-compatible": server.url }
    expect((await openModel("llamacpp/m", { env: {}, baseUrls })).contextWindow).toBe(4096)
    expect((await openModel("openai-compatible/m", { env: {}, baseUrls })).contextWindow).toBe(32768)
    expect((await openModel("openai-compatible/other", { env: {}, baseUrls })).contextWindow).toBeNull()
  })

  it("of hosted models is known by name, and the user's own word wins", async () => {
    const settings = { env: { ANTHROPIC_API_KEY: "k" } }
    expect((await openModel("anthropic/claude-haiku-4-5", settings)).contextWindow).toBe(200_000)
    const contextWindows = { "anthropic/claude-haiku-4-5": 50_000 }
    expect((await openModel("anthropic/claude-haiku-4-5", { ...settings, contextWindows })).contextWindow).toBe(50_000)
  })
})

describe("the list of models", () => {
  it("holds what each provider offers, or why it offers nothing", async () => {
    server.answer((response, { path, headers }) => {
      if (path.startsWith("/v1beta/models")) {
        expect(headers["x-goog-api-key"]).toBe("k")
        const models = [
          { name: "models/gemini-2.5-flash", inputTokenLimit: 1000, supportedGenerationMethods: ["generateContent"] },
          { name: "models/embedding", supportedGenerationMethods: ["embedContent"] },
        ]
        return sendJson(response, 200, { models })
      }
      return sendJson(response, 404, {})
    })
    const baseUrls = { ...noServers, google: server.url }
    const list = await listModels({ env: { GEMINI_API_KEY: "k" }, baseUrls })
    const row = (provider: string) => list.find((one) => one.provider === provider)
    const profile = { toolFormat: "native", strength: "strong", strictness: "strict", source: "name" }
    expect(row("google")?.models).toEqual([{ name: "google/gemini-2.5-flash", contextWindow: 1000, profile }])
    expect(row("openai")).toMatchObject({ models: null, note: "no key: set OPENAI_API_KEY" })
    expect(row("openai-compatible")).toMatchObject({ models: null, note: "no address: set OPENAI_COMPATIBLE_BASE_URL" })
    expect(row("ollama")).toMatchObject({ models: null, note: "no answer at 127.0.0.1:1" })
  })
})
