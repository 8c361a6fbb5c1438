import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Part } from "../../src/models/contract.ts"
import { partsOf, request } from "./ask.ts"
import { chunk, finish, reasoning, text, toolCall, usage } from "./chunks.ts"
import { askingAt, key, type Server, startServer } from "./compatible.ts"
import { events, sendStream } from "./loopback.ts"

let server: Server

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const { open, answerTo } = askingAt(() => server)

describe("a streamed answer", () => {
  it("comes as reasoning, text and the counted tokens", async () => {
    const parts = await answerTo(
      reasoning("Let me "),
      reasoning("think."),
      text("Hel"),
      text("lo 🌍"),
      finish("stop"),
      usage(9, 3, { cached: 4, reasoning: 2 }),
    )
    expect(parts).toEqual([
      { type: "reasoning", text: "Let me think." },
      { type: "text", text: "Hello 🌍" },
      { type: "finished", finish: "stop", usage: { input: 9, output: 3, cacheRead: 4, reasoning: 2 } },
    ])
  })

  it("tells its calls when it has ended, with arguments that are no JSON object as they were written", async () => {
    const parts = await answerTo(
      text("I look."),
      toolCall(0, { id: "a", name: "read", arguments: '{"path":' }),
      toolCall(1, { id: "b", name: "bash", arguments: "{'command': ls}" }),
      toolCall(0, { arguments: '"x.ts"}' }),
      toolCall(2, { id: "c", name: "todo" }),
      finish("tool_calls"),
    )
    expect(parts.filter((part) => part.type === "call")).toEqual([
      { type: "call", call: "a", name: "read", arguments: { path: "x.ts" } },
      { type: "call", call: "b", name: "bash", arguments: "{'command': ls}" },
      { type: "call", call: "c", name: "todo", arguments: {} },
    ])
    expect(parts.at(-1)).toEqual({ type: "finished", finish: "tool-calls" })
    const written = parts.flatMap((part) => (part.type === "call-text" && part.call === "a" ? [part.text] : []))
    expect(written.join("")).toBe('{"path":"x.ts"}')
  })

  it("takes arguments that a server sends as an object instead of a text", async () => {
    const call = {
      index: 0,
      id: "a",
      type: "function",
      function: { name: "read", arguments: { path: "ä.ts", n: [1] } },
    }
    const parts = await answerTo(text("I look."), chunk({ content: null, tool_calls: [call] }), finish("tool_calls"))
    expect(parts).toEqual([
      { type: "text", text: "I look." },
      { type: "call-text", call: "a", name: "read", text: '{"path":"ä.ts","n":[1]}' },
      { type: "call", call: "a", name: "read", arguments: { path: "ä.ts", n: [1] } },
      { type: "finished", finish: "tool-calls" },
    ])
  })

  it("is the same however its bytes are cut into chunks", async () => {
    const bytes = Buffer.from(
      events(
        reasoning("Grüße, "),
        reasoning("Welt 🌊"),
        text("Ich schaue nach — 見る 👩‍🚀"),
        toolCall(0, { id: "a", name: "write", arguments: '{"path":"ä.txt","con' }),
        toolCall(0, { arguments: 'tent":"日本\\n🦭"}' }),
        finish("tool_calls"),
        usage(9, 3),
        "[DONE]",
      ),
    )
    const expected = [
      { type: "reasoning", text: "Grüße, Welt 🌊" },
      { type: "text", text: "Ich schaue nach — 見る 👩‍🚀" },
      { type: "call-text", call: "a", name: "write", text: '{"path":"ä.txt","content":"日本\\n🦭"}' },
      { type: "call", call: "a", name: "write", arguments: { path: "ä.txt", content: "日本\n🦭" } },
      { type: "finished", finish: "tool-calls", usage: { input: 9, output: 3 } },
    ]
    const cutAt = async (cuts: readonly number[]) => {
      const borders = [0, ...[...cuts].sort((one, other) => one - other), bytes.length]
      const pieces = borders.slice(1).map((end, index) => bytes.subarray(borders[index], end))
      const fetch = async () =>
        new Response(ReadableStream.from(pieces), { headers: { "content-type": "text/event-stream" } })
      return partsOf(await open({ fetch }))
    }
    const all = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1)
    expect(await cutAt(all)).toEqual(expected)
    const position = fc.nat({ max: bytes.length })
    await fc.assert(
      fc.asyncProperty(fc.array(position, { maxLength: 12 }), async (cuts) => {
        expect(await cutAt(cuts)).toEqual(expected)
      }),
      { numRuns: 120 },
    )
  })

  it("does not show half a character that a server sent in two chunks", async () => {
    server.answer((response) =>
      sendStream(
        response,
        events(
          JSON.stringify(text("a")).replace('"a"', '"a\\ud83c"'),
          JSON.stringify(text("b")).replace('"b"', '"\\udf0db"'),
          finish("stop"),
        ),
      ),
    )
    const model = await open()
    for await (const part of model.stream(request(), new AbortController().signal)) {
      if (part.type === "text") expect(part.text.isWellFormed()).toBe(true)
    }
    expect((await partsOf(model))[0]).toEqual({ type: "text", text: "a🌍b" })
  })
})

describe("a request", () => {
  it("carries instructions, attachments, calls with their results, and tools", async () => {
    server.answer((response) => sendStream(response, events(text("ok"), finish("stop"))))
    const bytes = (content: string) => new TextEncoder().encode(content)
    const parameters = { type: "object", properties: { path: { type: "string" } } }
    await partsOf(await open(), {
      messages: [
        {
          role: "user",
          text: "See",
          attachments: [
            { name: "a.png", mediaType: "image/png", bytes: Uint8Array.of(137, 80, 78, 71) },
            { name: "a.csv", mediaType: "text/csv", bytes: bytes("1,2") },
            { name: "a.bin", mediaType: "application/x-thing", bytes: Uint8Array.of(0, 1) },
          ],
        },
        {
          role: "assistant",
          text: "",
          reasoning: "hm",
          calls: [{ call: "c1", name: "read", arguments: { path: "x" } }],
        },
        { role: "tool", call: "c1", name: "read", text: "no such file", failed: true },
      ],
      tools: [{ name: "read", description: "Reads a file.", parameters }],
      maxOutputTokens: 100,
      temperature: 0.5,
    })
    const [got] = server.got
    const body = got?.body
    expect(got?.path).toBe("/v1/chat/completions")
    expect(got?.headers.authorization).toBe(`Bearer ${key}`)
    expect(body).toMatchObject({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
      temperature: 0.5,
    })
    expect(body?.tools).toMatchObject([
      { type: "function", function: { name: "read", description: "Reads a file.", parameters } },
    ])
    expect(body?.messages).toMatchObject([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "See" },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } },
          { type: "text", text: "The attached file a.csv:\n\n1,2" },
          { type: "text", text: "(a.bin, application/x-thing, 2 bytes, was attached; it cannot be shown to you.)" },
        ],
      },
      {
        role: "assistant",
        content: null,
        reasoning_content: "hm",
        tool_calls: [{ id: "c1", function: { name: "read", arguments: '{"path":"x"}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "no such file" },
    ])
  })

  it("leaves out the reasoning of earlier turns", async () => {
    server.answer((response) => sendStream(response, events(text("ok"), finish("stop"))))
    await partsOf(await open(), {
      messages: [
        { role: "user", text: "one" },
        { role: "assistant", text: "two", reasoning: "old", calls: [] },
        { role: "user", text: "three" },
      ],
    })
    expect(JSON.stringify(server.got[0]?.body)).not.toContain("old")
  })
})

describe("cancelling", () => {
  it("ends the stream without another part and closes the connection", async () => {
    server.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(text("I will"), reasoning("or not"), text(" be heard")))
    })
    const cancel = new AbortController()
    const model = await open()
    const parts: Part[] = []
    for await (const part of model.stream(request(), cancel.signal)) {
      parts.push(part)
      cancel.abort()
    }
    expect(parts).toEqual([{ type: "text", text: "I will" }])
    await server.closed(0)
    expect(await partsOf(model, {}, cancel.signal)).toEqual([])
    expect(server.got).toHaveLength(1)
  })

  it("works while the server has not answered yet", async () => {
    const cancel = new AbortController()
    server.answer(() => cancel.abort())
    expect(await partsOf(await open(), {}, cancel.signal)).toEqual([])
    await server.closed(0)
  })

  it("closes the connection when the reader leaves", async () => {
    server.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(chunk({ content: "I will" })))
    })
    for await (const part of (await open()).stream(request(), new AbortController().signal)) {
      expect(part.type).toBe("text")
      break
    }
    await server.closed(0)
  })
})
