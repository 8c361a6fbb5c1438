import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openModel } from "../../src/models/catalog/open-model.ts"
import { partsOf } from "./ask.ts"
import { events, sendJson, sendStream, startLoopback } from "./loopback.ts"

let server: Awaited<ReturnType<typeof startLoopback>>

beforeEach(async () => {
  server = await startLoopback((response) => sendJson(response, 404, {}))
})
afterEach(() => server.close())

const tools = [
  { name: "read", description: "Reads.", parameters: { type: "object", properties: { path: { type: "string" } } } },
]
const messages = [
  { role: "user" as const, text: "Look" },
  {
    role: "assistant" as const,
    text: "Yes.",
    reasoning: "hm",
    calls: [{ call: "c0", name: "read", arguments: { path: "a" } }],
  },
  { role: "tool" as const, call: "c0", name: "read", text: "A", failed: false },
]

const open = (name: string) => {
  const provider = name.split("/")[0] ?? ""
  return openModel(name, { env: {}, keys: { [provider]: "the-key" }, baseUrls: { [provider]: server.url } })
}

// Each frame of these two APIs names its own type.
const named = (...frames: readonly { type: string; [field: string]: unknown }[]) =>
  frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join("")

describe("Anthropic", () => {
  const start = {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "claude",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 5, cache_creation_input_tokens: 3 },
    },
  }
  const said = [
    start,
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "c1", name: "read", input: {} } },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"path":' } },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"b"}' } },
    { type: "content_block_stop", index: 1 },
  ]
  const done = [
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: "message_stop" },
  ]

  it("streams text and a call, counts the cache, and knows the cost", async () => {
    server.answer((response) => sendStream(response, named(...said, ...done)))
    const parts = await partsOf(await open("anthropic/claude-sonnet-5"), { messages, tools })
    expect(parts.filter((part) => part.type !== "call-text")).toEqual([
      { type: "text", text: "Hi" },
      { type: "call", call: "c1", name: "read", arguments: { path: "b" } },
      {
        type: "finished",
        finish: "tool-calls",
        usage: {
          input: 18,
          output: 7,
          cacheRead: 5,
          cacheWrite: 3,
          cost: expect.closeTo((10 * 2 + 5 * 0.2 + 3 * 2.5 + 7 * 10) / 1e6, 12),
        },
      },
    ])
    const [got] = server.got
    expect(got?.path).toBe("/v1/messages")
    expect(got?.headers["x-api-key"]).toBe("the-key")
    expect(got?.body).toMatchObject({
      system: [{ text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [
        { role: "user" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Yes." },
            { type: "tool_use", id: "c0", input: { path: "a" } },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c0", content: "A", cache_control: { type: "ephemeral" } }],
        },
      ],
    })
  })

  it("tells no call of a stream that ended without its finish", async () => {
    server.answer((response) => sendStream(response, named(...said)))
    const parts = await partsOf(await open("anthropic/claude-sonnet-5"))
    expect(parts.filter((part) => part.type === "call")).toEqual([])
    expect(parts.at(-1)).toMatchObject({ failure: { kind: "connection" } })
  })

  it("says when it is overloaded, at once or in the stream", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }
    server.answer((response) => sendJson(response, 529, error))
    const model = await open("anthropic/claude-sonnet-5")
    expect(await partsOf(model)).toMatchObject([{ failure: { kind: "server", status: 529 } }])
    server.answer((response) => sendStream(response, named(...said, error)))
    expect((await partsOf(model)).at(-1)).toMatchObject({ failure: { kind: "server" } })
  })
})

describe("Google", () => {
  it("streams thoughts, text and a call", async () => {
    const part = (...parts: unknown[]) => ({ candidates: [{ content: { role: "model", parts } }] })
    server.answer((response) =>
      sendStream(
        response,
        events(part({ text: "hm", thought: true }), part({ text: "Hi" }), {
          candidates: [
            {
              content: { role: "model", parts: [{ functionCall: { name: "read", args: { path: "b" } } }] },
              finishReason: "STOP",
            },
          ],
          usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 2, totalTokenCount: 16 },
        }),
      ),
    )
    const parts = await partsOf(await open("google/gemini-2.5-flash"), { messages, tools })
    expect(parts.filter((one) => one.type !== "call-text")).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Hi" },
      { type: "call", call: expect.any(String), name: "read", arguments: { path: "b" } },
      {
        type: "finished",
        finish: "tool-calls",
        usage: { input: 10, output: 6, reasoning: 2, cost: expect.any(Number) },
      },
    ])
    expect(server.got[0]?.path).toContain("/v1beta/models/gemini-2.5-flash:streamGenerateContent")
    expect(server.got[0]?.headers["x-goog-api-key"]).toBe("the-key")
    expect(server.got[0]?.body).toMatchObject({
      contents: [
        { role: "user" },
        { role: "model", parts: [{ text: "Yes." }, { functionCall: { name: "read", args: { path: "a" } } }] },
        { role: "user", parts: [{ functionResponse: { name: "read" } }] },
      ],
    })
  })

  it("gets the results of one step in one message, as many as there were calls", async () => {
    server.answer((response) => sendStream(response, events({ candidates: [{ finishReason: "STOP" }] })))
    const calls = ["c0", "c1"].map((call) => ({ call, name: "read", arguments: { path: call } }))
    const results = calls.map(({ call }) => ({ role: "tool" as const, call, name: "read", text: "A", failed: false }))
    const step = [{ role: "user" as const, text: "Look" }, { role: "assistant" as const, text: "", calls }, ...results]
    await partsOf(await open("google/gemini-2.5-flash"), { messages: step, tools })
    expect(server.got[0]?.body.contents).toMatchObject([
      { role: "user" },
      { role: "model", parts: [{ functionCall: {} }, { functionCall: {} }] },
      { role: "user", parts: [{ functionResponse: {} }, { functionResponse: {} }] },
    ])
  })

  it("refuses a wrong key with what to set", async () => {
    const error = { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" }
    server.answer((response) => sendJson(response, 400, { error }))
    expect(await partsOf(await open("google/gemini-2.5-flash"))).toMatchObject([
      { failure: { kind: "auth", message: expect.stringContaining("GEMINI_API_KEY") } },
    ])
  })
})

describe("OpenAI", () => {
  const item = { id: "fc", type: "function_call", call_id: "c1", name: "read", arguments: "" }
  const created = { id: "r", created_at: 1, model: "gpt-5" }
  const said = [
    { type: "response.created", response: created },
    { type: "response.output_item.added", output_index: 0, item: { id: "msg", type: "message" } },
    { type: "response.output_text.delta", item_id: "msg", output_index: 0, content_index: 0, delta: "Hi" },
    { type: "response.output_item.done", output_index: 0, item: { id: "msg", type: "message" } },
    { type: "response.output_item.added", output_index: 1, item },
    { type: "response.function_call_arguments.delta", item_id: "fc", output_index: 1, delta: '{"path":"b"}' },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: { ...item, arguments: '{"path":"b"}', status: "completed" },
    },
  ]

  it("streams text and a call, and keeps nothing there", async () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 4,
      input_tokens_details: { cached_tokens: 2 },
      output_tokens_details: { reasoning_tokens: 1 },
    }
    server.answer((response) =>
      sendStream(response, named(...said, { type: "response.completed", response: { ...created, usage } })),
    )
    const parts = await partsOf(await open("openai/gpt-5"), { messages, tools })
    expect(parts.filter((part) => part.type !== "call-text")).toEqual([
      { type: "text", text: "Hi" },
      { type: "call", call: "c1", name: "read", arguments: { path: "b" } },
      {
        type: "finished",
        finish: "tool-calls",
        usage: { input: 10, output: 4, cacheRead: 2, reasoning: 1, cost: expect.any(Number) },
      },
    ])
    expect(server.got[0]?.path).toBe("/v1/responses")
    expect(server.got[0]?.headers.authorization).toBe("Bearer the-key")
    expect(server.got[0]?.body).toMatchObject({ model: "gpt-5", store: false, stream: true })
  })

  it("tells no call of a stream that ended without its finish", async () => {
    server.answer((response) => sendStream(response, named(...said)))
    const parts = await partsOf(await open("openai/gpt-5"))
    expect(parts.filter((part) => part.type === "call")).toEqual([])
    expect(parts.at(-1)).toMatchObject({ failure: { kind: "connection" } })
  })
})
