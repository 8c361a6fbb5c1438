import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { listModels } from "../../src/models/catalog/model-list.ts"
import type { ModelSettings } from "../../src/models/catalog/model-settings.ts"
import { openModel } from "../../src/models/catalog/open-model.ts"
import { partsOf } from "./ask.ts"
import { finish, text } from "./chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "./loopback.ts"

let server: Awaited<ReturnType<typeof startLoopback>>

beforeEach(async () => {
  server = await startLoopback((response) => sendJson(response, 404, {}))
})
afterEach(() => server.close())

type Answers = Readonly<Record<string, unknown>>

function serve(answers: Answers): void {
  server.answer((response, { path }) => sendJson(response, path in answers ? 200 : 404, answers[path] ?? {}))
}

function open(name: string, more: Partial<ModelSettings> = {}) {
  const provider = name.split("/")[0] ?? ""
  return openModel(name, { env: {}, baseUrls: { [provider]: server.url }, ...more })
}

async function profile(name: string, answers: Answers) {
  serve(answers)
  return (await open(name)).profile
}

describe("Ollama", () => {
  const shown = (more: Answers) => ({ "/api/show": more, "/api/ps": { models: [] } })

  it("says whether a model takes tools", async () => {
    const can = { capabilities: ["completion", "tools"], details: { family: "mine", parameter_size: "8.2B" } }
    expect(await profile("ollama/mystery", shown(can))).toMatchObject({ toolFormat: "native", source: "server" })
    expect(await profile("ollama/qwen3:8b", shown({ capabilities: ["completion"] }))).toMatchObject({
      toolFormat: "tagged",
      source: "server",
    })
  })

  it("says whether a model sees images, unless a person does", async () => {
    const blind = shown({ capabilities: ["completion", "tools"] })
    expect(await profile("ollama/mystery", blind)).toMatchObject({ images: false })
    expect(await profile("ollama/mystery", shown({ capabilities: ["tools", "vision"] }))).not.toHaveProperty("images")
    expect(await profile("ollama/mystery", shown({}))).not.toHaveProperty("images")
    serve(blind)
    const seeing = await open("ollama/mystery", { profiles: { "ollama/mystery": { images: true } } })
    expect(seeing.profile).not.toHaveProperty("images")
  })

  it("said it by its template before", async () => {
    const template = "{{ if .Tools }}…{{ end }}"
    expect(await profile("ollama/mystery", shown({ template }))).toMatchObject({ toolFormat: "native" })
    expect(await profile("ollama/mystery", shown({ template: "{{ .Prompt }}" }))).toMatchObject({
      toolFormat: "tagged",
      source: "server",
    })
  })

  it("tells the family and the size of a model whose name does not", async () => {
    const details = { family: "qwen2.5", families: null }
    const model_info = { "general.parameter_count": 1_543_714_304, "qwen2.context_length": 32768 }
    expect(await profile("ollama/mystery", shown({ details, model_info }))).toEqual({
      toolFormat: "native",
      strength: "weak",
      strictness: "strict",
      source: "server",
    })
  })

  it("knows only when the model is loaded that its window is small, and the model is weak then", async () => {
    let models: unknown[] = []
    server.answer((response, { path }) => {
      if (path === "/api/ps") return sendJson(response, 200, { models })
      if (path === "/api/show") {
        const model_info = { "qwen3.context_length": 40960 }
        return sendJson(response, 200, { capabilities: ["tools"], model_info })
      }
      models = [{ name: "qwen3:8b", context_length: 4096 }]
      return sendStream(response, events(text("hi"), finish("stop")))
    })
    const model = await open("ollama/qwen3:8b")
    expect(model).toMatchObject({ contextWindow: 40960, profile: { strength: "standard" } })
    // Whoever listens to an answer listens no longer than to its last part.
    for await (const part of model.stream(
      { purpose: "turn", instructions: "", messages: [{ role: "user", text: "Hi" }], tools: [], position: 0 },
      new AbortController().signal,
    )) {
      if (part.type === "finished") break
    }
    expect(model).toMatchObject({ contextWindow: 4096, profile: { strength: "weak" } })
  })
})

it("LM Studio says it in its own list", async () => {
  const data = [
    { id: "a", type: "llm", arch: "mine", capabilities: ["tool_use"], max_context_length: 32768 },
    { id: "b", type: "llm", arch: "qwen2", capabilities: [] },
    { id: "c", type: "llm", arch: "phi3" },
  ]
  const answers = { "/api/v0/models": { data } }
  expect(await profile("lmstudio/a", answers)).toMatchObject({ toolFormat: "native", source: "server" })
  expect(await profile("lmstudio/b", answers)).toMatchObject({ toolFormat: "tagged", source: "server" })
  expect(await profile("lmstudio/c", answers)).toMatchObject({ toolFormat: "bracket", source: "server" })
})

describe("llama.cpp", () => {
  const props = (more: Answers) => ({ "/props": { default_generation_settings: { n_ctx: 16384 }, ...more } })

  it("says by its template, or in so many words, whether it takes tools", async () => {
    const chat_template = "{%- if tools %}{{ tools | tojson }}{% endif %}"
    expect(await profile("llamacpp/m", props({ chat_template }))).toMatchObject({ toolFormat: "native" })
    expect(await profile("llamacpp/m", props({ chat_template: "{{ messages }}" }))).toMatchObject({
      toolFormat: "tagged",
      source: "server",
    })
    const chat_template_caps = { supports_tools: false }
    expect(await profile("llamacpp/m", props({ chat_template, chat_template_caps }))).toMatchObject({
      toolFormat: "tagged",
    })
  })

  it("tells the file and the size of the one model that it has, whatever name it is asked by", async () => {
    const data = [{ id: "gpt-3.5-turbo", meta: { n_params: 3_085_938_688, n_ctx_train: 131072 } }]
    const answers = { ...props({ model_path: "/models/Qwen2.5-Instruct-Q4_K_M.gguf" }), "/v1/models": { data } }
    expect(await profile("llamacpp/any", answers)).toEqual({
      toolFormat: "native",
      strength: "weak",
      strictness: "strict",
      source: "server",
    })
  })
})

describe("a compatible server", () => {
  it.each([
    ["what parameters it takes", { supported_parameters: ["max_tokens", "tools"] }, "native", "server"],
    ["that tools are not among them", { supported_parameters: ["max_tokens"] }, "tagged", "server"],
    ["what it can do", { capabilities: { function_calling: true } }, "native", "server"],
    ["that it cannot", { capabilities: { function_calling: false } }, "tagged", "server"],
    ["what model is behind the name", { root: "Qwen/Qwen2.5-7B-Instruct" }, "native", "server"],
    ["something else", { capabilities: ["completion"] }, "native", "default"],
    [
      "one thing in another way, and the rest well",
      { context_length: 0, capabilities: 1, supported_features: ["tools"] },
      "native",
      "server",
    ],
  ])("may say %s", async (_, said, toolFormat, source) => {
    expect(await profile("openai-compatible/m", { "/v1/models": { data: [{ id: "m", ...said }] } })).toMatchObject({
      toolFormat,
      source,
    })
  })

  const paths = () => server.got.map(({ path }) => path)

  async function answerOnce(name: string) {
    const model = await open(name)
    await partsOf(model, {})
    return model
  }

  function serveList(...data: readonly unknown[]) {
    server.answer((response, { path }) =>
      path === "/v1/models"
        ? sendJson(response, 200, { data })
        : sendStream(response, events(text("hi"), finish("stop"))),
    )
  }

  it("is not asked of a hosted model, whose name says what it can do", async () => {
    serveList()
    const model = await answerOnce("openai-compatible/anthropic/claude-sonnet-4.5")
    expect(model).toMatchObject({ contextWindow: 200_000, profile: { toolFormat: "native", strength: "strong" } })
    expect(paths()).toEqual(["/v1/chat/completions"])
  })

  it("is asked once where it lists the window", async () => {
    serveList({ id: "m", max_model_len: 32_768 })
    expect(await answerOnce("openai-compatible/m")).toMatchObject({ contextWindow: 32_768 })
    expect(paths()).toEqual(["/v1/models", "/v1/chat/completions"])
  })
})

it("nobody is asked of a model of which all is set, and hosted ones are known", async () => {
  const set = { toolFormat: "tagged", strength: "weak", contextWindow: 2048 } as const
  const model = await open("ollama/mine", { profiles: { "ollama/mine": set } })
  expect(model).toMatchObject({
    contextWindow: 2048,
    profile: { toolFormat: "tagged", strength: "weak", source: "set" },
  })
  const hosted = await open("anthropic/claude-x", { keys: { anthropic: "k" } })
  expect(hosted.profile).toMatchObject({ toolFormat: "native", strength: "strong" })
  expect(server.got).toEqual([])
})

it("a server that was down when the model was opened is asked again when it has answered", async () => {
  const model = await open("ollama/mystery")
  expect(model.profile).toMatchObject({ toolFormat: "native", source: "default" })
  server.answer((response, { path }) =>
    path === "/api/show"
      ? sendJson(response, 200, { capabilities: ["tools"] })
      : sendStream(response, events(text("hi"), finish("stop"))),
  )
  await partsOf(model)
  expect(model.profile).toMatchObject({ toolFormat: "native", source: "server" })
})

it("the list of models says of each what it can do", async () => {
  serve({
    "/api/tags": { models: [{ name: "qwen3:8b" }, { name: "nomic-embed-text" }] },
    "/api/show": { capabilities: ["tools"], model_info: { "qwen3.context_length": 40960 } },
    "/api/ps": { models: [] },
  })
  const nowhere = "http://127.0.0.1:1"
  const recall = async (key: string) =>
    key === "profile:ollama/qwen3:8b" ? { toolFormat: "tagged", because: "text-calls", described: true } : undefined
  const list = await listModels({
    env: {},
    baseUrls: { ollama: server.url, lmstudio: nowhere, llamacpp: nowhere },
    profileMemory: { recall, keep: async () => undefined },
  })
  expect(list.find(({ provider }) => provider === "ollama")?.models).toEqual([
    {
      name: "ollama/qwen3:8b",
      contextWindow: 40960,
      profile: { toolFormat: "tagged", strength: "weak", strictness: "strict", source: "learned", images: false },
    },
  ])
})
