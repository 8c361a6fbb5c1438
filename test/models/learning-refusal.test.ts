import { describe, expect, it } from "vitest"
import { finish, text, toolCall } from "./chunks.ts"
import { ask, asked, chats, here, nativelyAsked, open, setHere, written } from "./learning-scene.ts"
import { events, sendJson, sendStream } from "./loopback.ts"

setHere()

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
    const key = name.startsWith("openai-compatible") ? `profile:${name} at ${here.server.url}/v1` : `profile:${name}`
    const learned = { toolFormat: "tagged", because: "refused", described: null }
    expect([...here.kept]).toEqual([[key, { ...learned, suspected: true }]])
    // Asked natively once more, it is not even tried.
    await ask(model)
    expect(nativelyAsked().slice(2)).toEqual([false])

    // A later run asks once more; the one after it knows from the start.
    const later = await open(name)
    expect(later.profile).toMatchObject({ toolFormat: "native", source: "name" })
    await ask(later)
    expect([...here.kept]).toEqual([[key, learned]])
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
      expect(here.kept.size).toBe(0)
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
    expect([...here.kept.values()]).toMatchObject([{ because: "refused", suspected: true }])
    await ask(await open("ollama/qwen3:8b"))
    expect([...here.kept.values()]).toEqual([{ toolFormat: "native", because: "native-calls", described: null }])
  })

  it("again and again, and makes a native call after all, takes tools", async () => {
    here.kept.set("profile:ollama/qwen3:8b", { toolFormat: "tagged", because: "refused", described: null })
    chats((response) =>
      sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
    )
    const model = await open("ollama/qwen3:8b")
    expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    await ask(model, { toolFormat: "tagged" })
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
    expect([...here.kept.values()]).toMatchObject([{ because: "native-calls" }])
  })

  it("three times in one run is not asked again in a later one", async () => {
    chats((response, got) =>
      "tools" in got.body
        ? sendJson(response, 400, { error: { message: "it does not support tools" } })
        : sendStream(response, events(text("Well."), finish("stop"))),
    )
    const model = await open("ollama/qwen3:8b")
    await Promise.all([ask(model), ask(model), ask(model)])
    expect([...here.kept.values()]).toEqual([{ toolFormat: "tagged", because: "refused", described: null }])
  })

  it("and describes tools later is believed, and the refusal forgotten", async () => {
    const key = "profile:ollama/qwen3:8b"
    for (const suspected of [{}, { suspected: true }]) {
      here.kept.set(key, { toolFormat: "tagged", because: "refused", described: null, ...suspected })
      here.server.answer((response, { path }) =>
        path === "/api/show" ? sendJson(response, 200, { capabilities: ["tools"] }) : sendJson(response, 404, {}),
      )
      expect((await open("ollama/qwen3:8b")).profile).toMatchObject({ toolFormat: "native", source: "server" })
      expect(here.kept.get(key)).toBeUndefined()
    }
  })

  it("is not asked twice when it refuses something else, or has begun to answer", async () => {
    chats((response) => sendJson(response, 400, { error: { message: "no such model" } }))
    expect(await ask(await open("ollama/qwen3:8b"))).toMatchObject([{ type: "failed", failure: { kind: "other" } }])
    const error = { message: "this model does not support tools" }
    chats((response) => sendStream(response, events(text("Well, "), { error })))
    expect(await ask(await open("ollama/qwen3:8b"))).toMatchObject([{ text: "Well, " }, { type: "failed" }])
    expect(asked()).toHaveLength(2)
    expect(here.kept.size).toBe(0)
  })

  it("is not asked in text when it refuses what has no tools in it", async () => {
    chats((response) => sendJson(response, 400, { error: { message: "m does not support tools" } }))
    const model = await open("ollama/qwen3:8b")
    expect(await ask(model, { tools: [] })).toMatchObject([{ type: "failed" }])
    expect(await ask(model, { toolFormat: "tagged" })).toMatchObject([{ type: "failed" }])
    expect(asked()).toHaveLength(2)
    expect(here.kept.size).toBe(0)
  })

  it("fails once, as it is, where the provider has no text format", async () => {
    here.server.answer((response) => sendJson(response, 400, { error: { message: "x does not support tools" } }))
    const model = await open("anthropic/claude-x", { keys: { anthropic: "k" } })
    expect(await ask(model)).toMatchObject([{ type: "failed" }])
    expect(here.server.got).toHaveLength(1)
  })
})
