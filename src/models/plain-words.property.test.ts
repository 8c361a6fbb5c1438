import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openCompatible } from "./dialect/openai-compatible.ts"
import { partsOf } from "./parts-of.ts"
import { patience, watchOver } from "./patience.ts"
import { type PlainWords, plainWords } from "./plain-words.ts"

type Bytes = Uint8Array<ArrayBuffer>

/** How an answer is read: by the package alone, or with its plain words going past it. */
async function read(pieces: readonly Bytes[], words: PlainWords | undefined, cut: Error | undefined) {
  const body = () => {
    let next = 0
    return new ReadableStream<Bytes>({
      async pull(controller) {
        // As from a socket: some pieces come together, others later.
        if (next % 3 === 0) await new Promise<void>((resolve) => setImmediate(resolve))
        const piece = pieces[next++]
        if (piece) controller.enqueue(piece)
        else if (cut) controller.error(cut)
        else controller.close()
      },
    })
  }
  const { signal } = new AbortController()
  const answer = async () => new Response(body(), { headers: { "content-type": "text/event-stream" } })
  const watch = watchOver(patience.local, answer, signal, words)
  const fetch = words ? watch.fetch : answer
  const language = await openCompatible({ provider: "p", model: "m", baseUrl: "http://127.0.0.1/v1", fetch })
  const parts: LanguageModelV4StreamPart[] = []
  let failure: unknown
  try {
    const call = { prompt: [], abortSignal: signal }
    for await (const part of partsOf(language, call, words)) parts.push(part)
  } catch (error) {
    failure = error
  } finally {
    watch.end()
  }
  return { units: units(parts), failure: failure && String(failure) }
}

/** Each part as text, and words by their characters: how they are cut into parts does not matter. */
function units(parts: readonly LanguageModelV4StreamPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === "error") return `error ${part.error}`
    if (part.type !== "text-delta" && part.type !== "reasoning-delta") return JSON.stringify(part)
    return part.delta.split("").map((character) => `${part.type} ${part.id} ${character}`)
  })
}

const encoded = (text: string): Bytes => new TextEncoder().encode(text)

function split(bytes: Bytes, places: readonly number[]): Bytes[] {
  const borders = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return borders.slice(1).map((end, index) => bytes.slice(borders[index], end))
}

const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("Hello", " wörld", "a", "😀", "\n\n", '"', "\\", "\ud83d", "\ude00", "") },
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom('"content":"a"', "data: ", "\r\n", "\u2028", "chatcmpl-1", "assistant", "stop", "\uFEFF"),
)

const maybe = (value: fc.Arbitrary<unknown>, weight = 1) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value })

/** What a delta may hold; `undefined` is left out of the JSON. */
const delta = fc.oneof(
  { weight: 6, arbitrary: fc.record({ content: words }) },
  { weight: 3, arbitrary: fc.record({ reasoning_content: words }) },
  { weight: 2, arbitrary: fc.record({ role: fc.constant("assistant"), content: words, reasoning: words }) },
  fc.record({
    role: maybe(fc.constantFrom("assistant", "", "tool", null, 1), 4),
    content: fc.oneof(words, fc.constantFrom(null, undefined, 1, [{ type: "text", text: "x" }])),
    reasoning_content: maybe(fc.oneof(words, fc.constant(null))),
    reasoning: maybe(fc.oneof(words, fc.constant(null))),
    refusal: maybe(fc.constantFrom("no", null, false)),
    tool_calls: maybe(
      fc.constantFrom(
        null,
        [],
        [{ index: 0, id: "a", function: { name: "read", arguments: '{"pa' } }],
        [{ index: 0, function: { arguments: 'th":"x"}' } }],
        [{ index: 1, id: "b", function: { name: "list", arguments: "{}" } }],
      ),
      3,
    ),
    error: maybe(fc.constant(null)),
    content_filter: maybe(fc.constantFrom("x", null)),
  }),
)

const choice = fc.record({
  index: fc.constantFrom(0, 0, 0, undefined, 1, null),
  delta: fc.oneof({ weight: 20, arbitrary: delta }, fc.constantFrom(null, undefined, "x", [])),
  finish_reason: fc.constantFrom(...Array(12).fill(null), undefined, "stop", "length", "tool_calls", 1),
  logprobs: maybe(fc.constantFrom(null, {})),
})

const chunk = fc.record({
  id: fc.constantFrom(...Array(6).fill("chatcmpl-1"), "other", "", null, undefined, 7),
  created: fc.constantFrom(...Array(6).fill(1700000000), 1700000001, 0, null, undefined, "now"),
  model: fc.constantFrom(...Array(6).fill("m"), "a", "", null, undefined),
  choices: fc.oneof({ weight: 20, arbitrary: fc.tuple(choice) }, fc.constant([]), fc.tuple(choice, choice)),
  usage: maybe(fc.constantFrom(null, { prompt_tokens: 5, completion_tokens: 2 })),
  error: fc.constantFrom(...Array(30).fill(undefined), null, { message: "broken" }),
  service: maybe(fc.constantFrom(null, "x")),
})

const plain = fc.record({
  id: fc.constant("1"),
  choices: fc.tuple(fc.record({ delta: fc.record({ content: words }) })),
})

/** As other servers write it: with spaces, or without anything beyond ASCII. */
const written = (json: fc.Arbitrary<unknown>) =>
  fc.tuple(json, fc.constantFrom("plain", "plain", "ascii", "spaced")).map(([value, how]) => {
    const text = JSON.stringify(value)
    if (how === "ascii")
      return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    return how === "spaced" ? JSON.stringify(value, null, 1).replace(/\n */g, " ") : text
  })

const event = fc.oneof(
  { weight: 8, arbitrary: written(plain).map((json) => `data: ${json}\n\n`) },
  { weight: 8, arbitrary: written(chunk).map((json) => `data: ${json}\n\n`) },
  written(chunk).map((json) => `data:${json}\n\n`),
  written(chunk).map((json) => `data: ${json}\r\n\r\n`),
  written(chunk).map((json) => `event: x\ndata: ${json}\n\n`),
  written(chunk).map((json) => `data: ${json}\ndata: \n\n`),
  fc.constantFrom(
    "data: [DONE]\n\n",
    ": still here\n\n",
    ": ping\n",
    "\n",
    "\r",
    "\uFEFF",
    "data: {\n\n",
    'data: {"error":{"message":"broken"}}\n\n',
    'data: {"choices":[{"delta":{"content":"a","content":"b"}}]}\n\n',
    'data: {"id":"a","choices":[{"delta":{"content":"a"}}]}\n\n',
    'data: {"created":1e999,"choices":[{"delta":{"content":"a"}}]}\n\n',
    'data: {"__proto__":null,"choices":[{"delta":{"content":"a"}}]}\n\n',
    'data: {"choices":[{"delta":{"content":"a","__proto__":null}}]}\n\n',
    'data: {"choices":[{"delta":{"content":"a"}}]} x\n\n',
  ),
)

/** Some bytes that are no UTF-8, anywhere. */
const bytes = fc
  .tuple(fc.array(event, { maxLength: 14 }), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 1 }), fc.boolean())
  .map(([events, broken, isBroken]) => {
    const all = encoded(events.join(""))
    for (const [place, byte] of isBroken ? broken : []) if (all.length > 0) all[place % all.length] = byte
    return all
  })

describe("plain words that go past the package", () => {
  it("come out as from the package alone, whatever the server sends and wherever it is split", async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), async (all, places, isCut) => {
        const pieces = split(all, places)
        const cut = isCut ? new Error("cut off") : undefined
        const alone = await read(pieces, undefined, cut)
        const past = await read(pieces, plainWords(), cut)
        expect(past.failure).toEqual(alone.failure)
        // A stream that fails throws away what nobody has taken from it yet: how much that is depends on the moment.
        const same = alone.failure ? Math.min(alone.units.length, past.units.length) : undefined
        expect(past.units.slice(0, same)).toEqual(alone.units.slice(0, same))
      }),
      { numRuns: 300 },
    )
  })
})
