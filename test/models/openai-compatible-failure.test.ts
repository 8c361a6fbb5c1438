import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Part } from "../../src/models/contract.ts"
import { recoverTextCalls } from "../../src/models/text-calls/text-calls.ts"
import { partsOf, request } from "./ask.ts"
import { finish, reasoning, text, toolCall, usage } from "./chunks.ts"
import { askingAt, key, type Server, startServer } from "./compatible.ts"
import { events, sendJson, sendStream } from "./loopback.ts"

let server: Server

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const { open, answerTo, failureOf } = askingAt(() => server)

describe("an answer that is not usable", () => {
  it("is empty when it ends without text or call", async () => {
    expect(await answerTo(reasoning("hm"), finish("stop"), usage(5, 1))).toEqual([
      { type: "reasoning", text: "hm" },
      {
        type: "failed",
        failure: { kind: "empty", message: expect.stringContaining("without text"), usage: { input: 5, output: 1 } },
      },
    ])
  })

  it("is not empty when its call stands in its thoughts", async () => {
    const call = '<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>'
    server.answer((response) => sendStream(response, events(reasoning(`Hm. ${call}`), finish("stop"), usage(5, 1))))
    const parts: Part[] = []
    const stream = (await open()).stream(request(), new AbortController().signal)
    const calls = recoverTextCalls({ isTool: (name) => name === "read" })
    for await (const part of stream) parts.push(...calls.take(part))
    expect(parts.slice(-2)).toEqual([
      { type: "call", call: expect.any(String), name: "read", arguments: { path: "a" }, written: "tool-call" },
      { type: "finished", finish: "tool-calls", usage: { input: 5, output: 1 } },
    ])
  })

  it("was too long a prompt when it is empty and the context was full", async () => {
    expect((await answerTo(finish("stop"), usage(8000, 0))).at(-1)).toMatchObject({
      failure: { kind: "context-overflow" },
    })
  })

  it("is refused by a content filter", async () => {
    expect((await answerTo(text("I"), finish("content_filter"))).at(-1)).toMatchObject({ failure: { kind: "refused" } })
  })

  it("is finished with `length` when some of it was said", async () => {
    expect(await answerTo(text("Once upon"), finish("length"))).toEqual([
      { type: "text", text: "Once upon" },
      { type: "finished", finish: "length" },
    ])
  })

  it("loses a call that the length limit cut off, keeps a whole one, and says so", async () => {
    const parts = await answerTo(
      toolCall(0, { id: "a", name: "read", arguments: '{"path":"x"}' }),
      toolCall(1, { id: "b", name: "write", arguments: '{"path":"y","content":"half' }),
      finish("length"),
    )
    expect(parts.filter((part) => part.type === "call" || part.type === "finished")).toEqual([
      { type: "call", call: "a", name: "read", arguments: { path: "x" } },
      { type: "finished", finish: "length", cut: ["write"] },
    ])
  })

  it("failed for its length when nothing else was there", async () => {
    const parts = await answerTo(toolCall(0, { id: "b", name: "write", arguments: '{"path":' }), finish("length"))
    expect(parts.filter((part) => part.type === "call")).toEqual([])
    expect(parts.at(-1)).toMatchObject({ failure: { kind: "length", message: expect.stringContaining("write") } })
  })
})

describe("a failure", () => {
  it("waits as the server asks after too many requests", async () => {
    server.answer((response) =>
      sendJson(response, 429, { error: { message: "slow down", code: "rate_limit_exceeded" } }, { "retry-after": "7" }),
    )
    expect(await failureOf()).toMatchObject({ kind: "rate-limit", status: 429, retryAfterMs: 7000 })
  })

  it("is the server's when that breaks, with or without JSON", async () => {
    server.answer((response) => sendJson(response, 500, "<html>oops</html>"))
    expect(await failureOf()).toMatchObject({ kind: "server", status: 500, message: expect.stringContaining("oops") })
    server.answer((response) => void response.writeHead(500).end(events(text("sorry"))))
    expect(await failureOf()).toMatchObject({ kind: "server", status: 500, message: expect.stringContaining("sorry") })
  })

  it("is a lost connection when the stream breaks off, whatever was said and called before", async () => {
    server.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      const said = events(text("I will"), toolCall(0, { id: "a", name: "read", arguments: '{"path":"x"}' }))
      response.write(said, () => response.destroy())
    })
    const parts = await partsOf(await open())
    expect(parts[0]).toEqual({ type: "text", text: "I will" })
    expect(parts.filter((part) => part.type === "call")).toEqual([])
    expect(parts.at(-1)).toMatchObject({ type: "failed", failure: { kind: "connection" } })
  })

  it("is a lost connection too when the stream ends politely without its finish", async () => {
    const parts = await answerTo(text("I will"), toolCall(0, { id: "a", name: "read", arguments: "{}" }))
    expect(parts.filter((part) => part.type === "call")).toEqual([])
    expect(parts.at(-1)).toMatchObject({ type: "failed", failure: { kind: "connection" } })
  })

  it("is a connection that was never made when nothing listens", async () => {
    const model = await open()
    await server.close()
    expect(await failureOf(Promise.resolve(model))).toMatchObject({
      kind: "connection",
      message: expect.stringContaining("cannot be reached at http://127.0.0.1"),
    })
  })

  it("is an overflow when the context is too small, as a status or in the stream", async () => {
    const error = {
      code: 400,
      message: "request (4390 tokens) exceeds the available context size (4096 tokens)",
      type: "exceed_context_size_error",
    }
    server.answer((response) => sendJson(response, 400, { error }))
    expect(await failureOf()).toMatchObject({ kind: "context-overflow", status: 400 })
    server.answer((response) =>
      sendStream(response, events({ error: "Trying to keep the first 9 tokens when context the overflows." })),
    )
    expect(await failureOf()).toMatchObject({ kind: "context-overflow" })
    server.answer((response) => sendJson(response, 200, { error: "Context size has been exceeded." }))
    expect(await failureOf()).toMatchObject({ kind: "context-overflow" })
  })

  it("never shows the key", async () => {
    server.answer((response) => sendJson(response, 401, { error: { message: `Incorrect API key provided: ${key}.` } }))
    const failure = await failureOf()
    expect(failure).toMatchObject({
      kind: "auth",
      status: 401,
      message: expect.stringContaining("OPENAI_COMPATIBLE_API_KEY"),
    })
    expect(failure.message).not.toContain(key)
  })

  it("is a timeout when the answer does not begin, or stops in the middle", async () => {
    server.answer((response) => response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders())
    expect(await failureOf(open({ patience: { firstMs: 60 } }))).toMatchObject({ kind: "timeout" })
    server.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(text("I will")))
    })
    const parts = await partsOf(await open({ patience: { betweenMs: 60 } }))
    expect(parts).toMatchObject([{ type: "text", text: "I will" }, { failure: { kind: "timeout" } }])
  })

  it("is not told of a server that only takes its time and gives signs of life", async () => {
    server.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      // Longer altogether than the patience, with seconds to spare between any two signs.
      let left = 15
      const timer = setInterval(() => {
        if (left-- > 0) return response.write(": still working\n\n")
        clearInterval(timer)
        return response.end(events(text("Here."), finish("stop")))
      }, 200)
    })
    expect(await partsOf(await open({ patience: { firstMs: 2500, betweenMs: 2500 } }))).toEqual([
      { type: "text", text: "Here." },
      { type: "finished", finish: "stop" },
    ])
  })
})
