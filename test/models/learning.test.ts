import type { ServerResponse } from "node:http"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Model, Part, Request } from "../../src/models/contract.ts"
import type { ProfileMemory } from "../../src/models/profile/learned.ts"
import { openModel } from "../../src/models/provider.ts"
import type { ModelSettings } from "../../src/models/settings.ts"
import { partsOf } from "./ask.ts"
import { finish, text, toolCall } from "./chunks.ts"
import { events, type Got, sendJson, sendStream, startLoopback } from "./loopback.ts"

let server: Awaited<ReturnType<typeof startLoopback>>
let kept: Map<string, unknown>
let memory: ProfileMemory

beforeEach(async () => {
  server = await startLoopback((response) => sendJson(response, 404, {}))
  kept = new Map()
  memory = { recall: async (key) => kept.get(key), keep: async (key, learned) => void kept.set(key, learned) }
})
afterEach(() => server.close())

const read = { name: "read", description: "Reads.", parameters: { type: "object", properties: { path: {} } } }
const written = '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>'

/** Answers chats; of itself the server says nothing. */
function chats(answer: (response: ServerResponse, got: Got) => void): void {
  server.answer((response, got) =>
    got.path === "/v1/chat/completions" ? answer(response, got) : sendJson(response, 404, {}),
  )
}

function open(name: string, more: Partial<ModelSettings> = {}): Promise<Model> {
  const provider = name.split("/")[0] ?? ""
  return openModel(name, { env: {}, baseUrls: { [provider]: server.url }, profileMemory: memory, ...more })
}

const asked = () => server.got.filter(({ path }) => path === "/v1/chat/completions").map(({ body }) => body)
const nativelyAsked = () => asked().map((one) => "tools" in one)
const ask = (model: Model, change: Partial<Request> = {}): Promise<Part[]> =>
  partsOf(model, { tools: [read], ...change })

describe("a server that refuses tools", () => {
  const refusals = [
    ["ollama/qwen3:8b", 400, { error: { message: "qwen3:8b does not support tools", type: "api_error" } }],
    ["llamacpp/qwen3:8b", 400, { error: { code: 400, message: "tools param requires --jinja flag" } }],
    [
      "openai-compatible/qwen3:8b",
      400,
      {
        object: "error",
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        type: "BadRequestError",
        code: 400,
      },
    ],
  ] as const

  it.each(refusals)("is asked again at once in text, and from then on in this run: %s", async (name, status, body) => {
    chats((response, got) =>
      "tools" in got.body
        ? sendJson(response, status, body)
        : sendStream(response, events(text(written), finish("stop"))),
    )
    const model = await open(name)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
    const calls = [{ call: "c", name: "read", arguments: { path: "b" } }]
    const messages = [
      { role: "user", text: "Look" },
      { role: "assistant", text: "", calls },
      { role: "tool", call: "c", name: "read", text: "B", failed: false },
    ] as const
    expect(await ask(model, { messages })).toEqual([
      { type: "text", text: written },
      { type: "finished", finish: "stop" },
    ])
    const [first, second] = asked()
    expect(first).toMatchObject({
      tools: [{ function: { name: "read" } }],
      messages: [{ content: "Be brief." }, {}, {}, {}],
    })
    expect(second).not.toHaveProperty("tools")
    expect(second?.messages).toEqual([
      { role: "system", content: expect.stringMatching(/^Be brief\.\n\n## Tools Available\n\n- read: Reads\./) },
      { role: "user", content: "Look" },
      { role: "assistant", content: '<tool_call>\n{"name":"read","arguments":{"path":"b"}}\n</tool_call>' },
      { role: "user", content: expect.stringMatching(/^\[Result of read, up to (END-\w+)\]:\nB\n\1$/) },
    ])
    expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    const key = name.startsWith("openai-compatible") ? `profile:${name} at ${server.url}/v1` : `profile:${name}`
    const learned = { toolFormat: "tagged", because: "refused", described: null }
    expect([...kept]).toEqual([[key, { ...learned, suspected: true }]])
    // Asked natively once more, it is not even tried.
    await ask(model)
    expect(nativelyAsked().slice(2)).toEqual([false])

    // A later run asks once more; the one after it knows from the start.
    const later = await open(name)
    expect(later.profile).toMatchObject({ toolFormat: "native", source: "name" })
    await ask(later)
    expect([...kept]).toEqual([[key, learned]])
    const last = await open(name)
    expect(last.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    await ask(last)
    expect(nativelyAsked().slice(3)).toEqual([true, false, false])
  })

  it.each([500, 502, 503])(
    "for trouble of its own (%i) is asked again in text, and nothing is kept",
    async (status) => {
      const message = "upstream error: replica gemma-2b (warming up) does not support tools yet, try again"
      let refused = false
      chats((response, got) => {
        const refuses = !refused && "tools" in got.body
        refused ||= refuses
        if (refuses) sendJson(response, status, { error: { message } })
        else sendStream(response, events(text("Well."), finish("stop")))
      })
      const model = await open("openai-compatible/qwen3-32b")
      expect((await ask(model)).at(-1)).toEqual({ type: "finished", finish: "stop" })
      await ask(model)
      await ask(await open("openai-compatible/qwen3-32b"))
      expect(nativelyAsked()).toEqual([true, false, true, true])
      expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
      expect(kept.size).toBe(0)
    },
  )

  const refuseOnce = () => {
    let refused = false
    chats((response, got) => {
      const refuses = !refused && "tools" in got.body
      refused ||= refuses
      if (refuses) sendJson(response, 400, { error: { message: "it does not support tools" } })
      else if ("tools" in got.body) {
        sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls")))
      } else sendStream(response, events(text(written), finish("stop")))
    })
  }

  it("once, and takes a native call in a later run, takes tools", async () => {
    refuseOnce()
    await ask(await open("ollama/qwen3:8b"))
    expect([...kept.values()]).toMatchObject([{ because: "refused", suspected: true }])
    await ask(await open("ollama/qwen3:8b"))
    expect([...kept.values()]).toEqual([{ toolFormat: "native", because: "native-calls", described: null }])
  })

  it("again and again, and makes a native call after all, takes tools", async () => {
    kept.set("profile:ollama/qwen3:8b", { toolFormat: "tagged", because: "refused", described: null })
    chats((response) =>
      sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
    )
    const model = await open("ollama/qwen3:8b")
    expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    await ask(model, { toolFormat: "tagged" })
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
    expect([...kept.values()]).toMatchObject([{ because: "native-calls" }])
  })

  it("three times in one run is not asked again in a later one", async () => {
    chats((response, got) =>
      "tools" in got.body
        ? sendJson(response, 400, { error: { message: "it does not support tools" } })
        : sendStream(response, events(text("Well."), finish("stop"))),
    )
    const model = await open("ollama/qwen3:8b")
    await Promise.all([ask(model), ask(model), ask(model)])
    expect([...kept.values()]).toEqual([{ toolFormat: "tagged", because: "refused", described: null }])
  })

  it("and describes tools later is believed, and the refusal forgotten", async () => {
    const key = "profile:ollama/qwen3:8b"
    for (const suspected of [{}, { suspected: true }]) {
      kept.set(key, { toolFormat: "tagged", because: "refused", described: null, ...suspected })
      server.answer((response, { path }) =>
        path === "/api/show" ? sendJson(response, 200, { capabilities: ["tools"] }) : sendJson(response, 404, {}),
      )
      expect((await open("ollama/qwen3:8b")).profile).toMatchObject({ toolFormat: "native", source: "server" })
      expect(kept.get(key)).toBeUndefined()
    }
  })

  it("is not asked twice when it refuses something else, or has begun to answer", async () => {
    chats((response) => sendJson(response, 400, { error: { message: "no such model" } }))
    expect(await ask(await open("ollama/qwen3:8b"))).toMatchObject([{ type: "failed", failure: { kind: "other" } }])
    const error = { message: "this model does not support tools" }
    chats((response) => sendStream(response, events(text("Well, "), { error })))
    expect(await ask(await open("ollama/qwen3:8b"))).toMatchObject([{ text: "Well, " }, { type: "failed" }])
    expect(asked()).toHaveLength(2)
    expect(kept.size).toBe(0)
  })

  it("is not asked in text when it refuses what has no tools in it", async () => {
    chats((response) => sendJson(response, 400, { error: { message: "m does not support tools" } }))
    const model = await open("ollama/qwen3:8b")
    expect(await ask(model, { tools: [] })).toMatchObject([{ type: "failed" }])
    expect(await ask(model, { toolFormat: "tagged" })).toMatchObject([{ type: "failed" }])
    expect(asked()).toHaveLength(2)
    expect(kept.size).toBe(0)
  })

  it("fails once, as it is, where the provider has no text format", async () => {
    server.answer((response) => sendJson(response, 400, { error: { message: "x does not support tools" } }))
    const model = await open("anthropic/claude-x", { keys: { anthropic: "k" } })
    expect(await ask(model)).toMatchObject([{ type: "failed" }])
    expect(server.got).toHaveLength(1)
  })
})

describe("a model that is told of tools natively", () => {
  const says = (words: string) => chats((response) => sendStream(response, events(text(words), finish("stop"))))
  const calls = () =>
    chats((response) =>
      sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
    )

  it("and makes its calls as text three times, and none natively between, is told of them in text", async () => {
    const model = await open("ollama/qwen3:8b")
    says(written)
    await ask(model)
    says("I think that it is done.")
    await ask(model)
    says(written)
    await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
    await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    expect(kept.get("profile:ollama/qwen3:8b")).toMatchObject({ because: "text-calls" })
  })

  it("and calls natively in between is left as it is, and that is kept", async () => {
    const model = await open("ollama/qwen3:8b")
    for (const answer of [() => says(written), () => says(written), calls, () => says(written), () => says(written)]) {
      answer()
      await ask(model)
    }
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
    expect([...kept.values()]).toEqual([{ toolFormat: "native", because: "native-calls", described: null }])
  })

  it("and writes of other things is left as it is", async () => {
    const model = await open("ollama/qwen3:8b")
    says('The object {"name": "other", "arguments": {}} is JSON.')
    for (let answer = 0; answer < 4; answer++) await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
  })

  it.each<[string, string, string]>([
    ["asked for", "What does a tool call look like?", `\`\`\`\n${written}\n\`\`\``],
    ["that stand in what it was given", `Sum this up:\n${written}`, `It ends with\n\n${written}`],
    ["with words behind them", "What is in it?", `It has\n\n${written}\n\nwhich is only an example.`],
  ])("and shows examples of calls, %s, is left as it is", async (_, said, answer) => {
    const model = await open("ollama/qwen3:8b")
    says(answer)
    for (let times = 0; times < 4; times++) await ask(model, { messages: [{ role: "user", text: said }] })
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
    expect(kept.size).toBe(0)
  })

  it("is left as it is when a person has set so", async () => {
    const model = await open("ollama/qwen3:8b", { profiles: { "ollama/qwen3:8b": { toolFormat: "native" } } })
    says(written)
    for (let answer = 0; answer < 4; answer++) await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "set" })
  })
})

it("a model of which nothing was known is told of tools natively when it calls so by itself", async () => {
  chats((response) =>
    sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
  )
  const model = await open("ollama/mystery")
  expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "default" })
  await ask(model, { toolFormat: "tagged" })
  expect(asked()[0]).not.toHaveProperty("tools")
  expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
})

it("a request without tools shows past calls as the model knows them", async () => {
  chats((response) => sendStream(response, events(text("A title"), finish("stop"))))
  const calls = [{ call: "c", name: "read", arguments: { path: "b" } }]
  const messages = [
    { role: "user", text: "Look" },
    { role: "assistant", text: "", calls },
    { role: "tool", call: "c", name: "read", text: "B", failed: false },
  ] as const
  await ask(await open("ollama/mystery"), { tools: [], messages })
  await ask(await open("ollama/qwen3:8b"), { tools: [], messages })
  expect(asked().map((body) => (body.messages as { role: string }[]).map(({ role }) => role))).toEqual([
    ["system", "user", "assistant", "user"],
    ["system", "user", "assistant", "tool"],
  ])
})

it("what was kept and makes no sense is as good as nothing", async () => {
  kept.set("profile:ollama/qwen3:8b", { toolFormat: "xml" })
  expect((await open("ollama/qwen3:8b")).profile).toMatchObject({ toolFormat: "native", source: "name" })
})

it("a memory that fails costs no answer", async () => {
  const broken = () => Promise.reject(new Error("the disk is full"))
  chats((response) =>
    sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
  )
  const model = await open("ollama/qwen3:8b", { profileMemory: { recall: broken, keep: broken } })
  expect((await ask(model)).at(-1)).toEqual({ type: "finished", finish: "tool-calls" })
  expect(model.profile).toMatchObject({ source: "learned" })
})
