import { describe, expect, it } from "vitest"
import type { FailureKind } from "../contract.ts"
import { failureOf, refusesTools } from "./model-failure.ts"
import { providerErrorOf } from "./provider-error.ts"

const subject = { title: "OpenAI", model: "m", baseUrl: "https://example.com", keyAdvice: "Set OPENAI_API_KEY" }

/** An error as the provider packages throw it. */
function thrown(status: number, body: unknown, headers: Record<string, string> = {}) {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body)
  return Object.assign(new Error("Bad"), { statusCode: status, responseBody, responseHeaders: headers })
}

const said = (status: number, message: string, more: Record<string, unknown> = {}) =>
  thrown(status, { error: { message, ...more } })
const network = (code: string) =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(`connect ${code}`), { code }) })

const table: readonly [string, unknown, FailureKind][] = [
  // context overflow, in everybody's words
  ["OpenAI", said(400, "too many", { code: "context_length_exceeded" }), "context-overflow"],
  ["OpenAI Responses", said(400, "Your input exceeds the context window of this model."), "context-overflow"],
  [
    "OpenAI tokens a minute",
    said(429, "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 40000"),
    "context-overflow",
  ],
  ["Anthropic", said(400, "prompt is too long: 210000 tokens > 200000 maximum"), "context-overflow"],
  [
    "Anthropic with output",
    said(400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
    "context-overflow",
  ],
  [
    "Anthropic by bytes",
    said(413, "Request exceeds the maximum size", { type: "request_too_large" }),
    "context-overflow",
  ],
  [
    "Google",
    said(400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    "context-overflow",
  ],
  [
    "llama.cpp",
    said(400, "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it"),
    "context-overflow",
  ],
  ["llama.cpp by type", said(500, "no", { type: "exceed_context_size_error" }), "context-overflow"],
  ["llama.cpp with 500", said(500, "Context size has been exceeded.", { type: "server_error" }), "context-overflow"],
  ["Ollama", thrown(400, { error: "prompt too long; exceeded max context length by 12 tokens" }), "context-overflow"],
  ["Ollama, other words", thrown(500, { error: "input length exceeds maximum context length" }), "context-overflow"],
  [
    "vLLM",
    thrown(400, {
      object: "error",
      message: "This model's maximum context length is 8192 tokens. However, you requested 9000",
    }),
    "context-overflow",
  ],
  [
    "vLLM, prompt only",
    said(400, "The decoder prompt (length 9000) is longer than the maximum model length of 8192."),
    "context-overflow",
  ],
  [
    "LM Studio",
    {
      error:
        "Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    },
    "context-overflow",
  ],
  ["Groq", said(400, "Please reduce the length of the messages or completion."), "context-overflow"],
  [
    "Mistral",
    said(400, "Prompt contains 40000 tokens, too large for model with 32768 maximum context length"),
    "context-overflow",
  ],
  // who may ask
  ["no key", said(401, "Missing key"), "auth"],
  ["forbidden", said(403, "Your organization must be verified"), "auth"],
  ["Google key", said(400, "API key not valid. Please pass a valid API key.", { status: "INVALID_ARGUMENT" }), "auth"],
  ["OpenAI quota", said(429, "You exceeded your current quota", { code: "insufficient_quota" }), "auth"],
  ["Anthropic credit", said(400, "Your credit balance is too low to access the Anthropic API."), "auth"],
  ["payment", said(402, "Insufficient credits"), "auth"],
  // how often
  ["429", thrown(429, ""), "rate-limit"],
  [
    "Google quota a minute",
    said(429, "You exceeded your current quota. Please retry in 34.07s.", { status: "RESOURCE_EXHAUSTED" }),
    "rate-limit",
  ],
  ["in the stream", { type: "rate_limit_error", message: "Slow down" }, "rate-limit"],
  // what is not answered
  [
    "Azure filter",
    said(400, "The response was filtered due to Azure's content management policy", { code: "content_filter" }),
    "refused",
  ],
  // who is broken
  ["500", thrown(500, "<html>"), "server"],
  ["bad gateway", thrown(502, ""), "server"],
  ["overloaded", said(529, "Overloaded", { type: "overloaded_error" }), "server"],
  ["overloaded in the stream", { type: "overloaded_error", message: "Overloaded" }, "server"],
  ["gateway timeout", thrown(504, ""), "server"],
  ["408", thrown(408, ""), "timeout"],
  ["headers", network("UND_ERR_HEADERS_TIMEOUT"), "timeout"],
  ["connect", network("ETIMEDOUT"), "timeout"],
  // the line
  ["refused", network("ECONNREFUSED"), "connection"],
  [
    "all addresses refused",
    Object.assign(new TypeError("fetch failed"), { cause: { errors: [{ code: "ECONNREFUSED" }] } }),
    "connection",
  ],
  ["reset", network("ECONNRESET"), "connection"],
  ["no such host", network("ENOTFOUND"), "connection"],
  [
    "terminated",
    Object.assign(new TypeError("terminated"), {
      cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
    }),
    "connection",
  ],
  ["no finish", new Error("Response stream ended without a finish reason."), "connection"],
  // the rest
  ["unknown model", said(404, "model 'x' not found"), "other"],
  ["bad request", said(400, "Unsupported parameter: temperature"), "other"],
  ["certificate", network("SELF_SIGNED_CERT_IN_CHAIN"), "other"],
  ["no error at all", "what", "other"],
  ["nothing", undefined, "other"],
]

describe("failureOf", () => {
  it.each(table)("knows %s", (_, error, kind) => {
    expect(failureOf(providerErrorOf(error), subject, 0).kind).toBe(kind)
  })

  it("says what happened and what to do, in the server's words too", () => {
    expect(failureOf(providerErrorOf(said(401, "Missing key")), subject, 0)).toEqual({
      kind: "auth",
      status: 401,
      message: "OpenAI rejected the API key. Set OPENAI_API_KEY. Response 401: Missing key",
    })
    const ollama = { title: "Ollama", model: "qwen" }
    expect(failureOf(providerErrorOf(said(404, "model 'qwen' not found")), ollama, 0).message).toContain(
      "ollama pull qwen",
    )
  })

  it("hides keys: the one in use, masked ones, and any that has a known form", () => {
    const messages = [
      "bad key my-own-key",
      "Incorrect API key provided: sk-ab***yz.",
      "key sk-proj-0123456789abcdefghij01",
    ]
    const shown = messages.map(
      (text) => failureOf(providerErrorOf(said(401, text)), { ...subject, secrets: ["my-own-key"] }, 0).message,
    )
    expect(shown.join(" ")).not.toMatch(/my-own-key|sk-ab|sk-proj/)
  })

  it("shortens a page of HTML", () => {
    expect(failureOf(providerErrorOf(thrown(500, "x".repeat(10_000))), subject, 0).message.length).toBeLessThan(600)
  })

  it("tells how long to wait only where waiting helps", () => {
    const headers = { "retry-after": "3" }
    expect(failureOf(providerErrorOf(thrown(503, "", headers)), subject, 0).retryAfterMs).toBe(3000)
    expect(failureOf(providerErrorOf(thrown(401, "", headers)), subject, 0).retryAfterMs).toBeUndefined()
  })
})

describe("a refusal of tools", () => {
  it.each([
    [400, "registry.ollama.ai/library/gemma:2b does not support tools"],
    [500, "tools param requires --jinja flag"],
    [500, "tool_choice param requires --jinja flag"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, "No endpoints found that support tool use. To learn more, see the docs"],
    [400, "This model doesn't support function calling"],
    [422, "Tool calling is not supported by this deployment"],
    [400, "Unrecognized field: 'tools'"],
  ])("is told by %i: %s", (status, message) => {
    expect(refusesTools(failureOf(providerErrorOf(said(status, message)), subject, 0))).toBe(true)
  })

  it.each([
    [400, "temperature is not supported"],
    [404, "model not found"],
    [429, "rate limit reached; streaming of tools is not available in your tier"],
    [500, "tool call parser crashed"],
  ])("is not told by %i: %s", (status, message) => {
    expect(refusesTools(failureOf(providerErrorOf(said(status, message)), subject, 0))).toBe(false)
  })
})
