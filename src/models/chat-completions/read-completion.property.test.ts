import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Part } from "../contract.ts"
import { openCompatible } from "../dialect/openai-compatible.ts"
import type { Ask } from "../dialect/opening.ts"
import { askPackage } from "../dialect/packages.ts"

type Bytes = Uint8Array<ArrayBuffer>

const address = { provider: "p", model: "m", baseUrl: "http://127.0.0.1/v1" }

function answering(pieces: readonly Bytes[]): typeof globalThis.fetch {
  return async () => new Response(ReadableStream.from(pieces), { headers: { "content-type": "text/event-stream" } })
}

/** What the package makes of the same bytes. */
function packageAsk(fetch: typeof globalThis.fetch): Ask {
  return askPackage(createOpenAICompatible({ name: "p", baseURL: address.baseUrl, fetch }).chatModel("m"))
}

/** The parts by their characters, as how they are cut does not matter, and the answer. Invented ids have no name. */
async function read(ask: Ask) {
  const units: string[] = []
  const stream = ask({ prompt: [], abortSignal: new AbortController().signal })
  try {
    let next = await stream.next()
    for (; !next.done; next = await stream.next()) units.push(...unitsOf(next.value))
    const calls = next.value.calls.map((call) => ({ ...call, call: idOf(call.call) }))
    return { units, answer: { ...next.value, calls } }
  } catch {
    return { units, failed: true }
  }
}

const idOf = (id: string) => (/^call-\d$/.test(id) ? id : "invented")

function unitsOf(part: Part): string[] {
  if (part.type === "call-text") return [...part.text].map((unit) => `${idOf(part.call)} ${part.name} ${unit}`)
  return "text" in part ? part.text.split("").map((unit) => `${part.type} ${unit}`) : [JSON.stringify(part)]
}

const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("Hello", " wörld", "a", "😀", "\n\n", '"', "\\", "\ud83d", "\ude00", "") },
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom('"content":"a"', "data: ", "\r\n", "\u2028", "\uFEFF"),
)

const delta = fc.oneof(
  { weight: 6, arbitrary: fc.record({ content: words }) },
  { weight: 3, arbitrary: fc.record({ reasoning_content: words }) },
  fc.record({ role: fc.constant("assistant"), content: fc.option(words), reasoning: fc.option(words) }),
  fc.record({ refusal: fc.constantFrom("no", null, false), content: fc.option(words) }),
  fc.record({
    content: fc.array(fc.record({ type: fc.constantFrom("text", "other"), text: words }), { maxLength: 2 }),
  }),
  fc.constant({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }] }),
)

const chunkWith = (one: object, finish_reason: string | null = null) => ({
  id: "c",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: one, finish_reason }],
})

/** The deltas of some calls, as the servers write them. */
const calls = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom("read", "list"), fc.constantFrom("{}", '{"path":"ä"}', '{"a":{"b":[1]}}')), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom("openai", "whole", "index 0", "without index", "named again", "name later"),
    fc.integer({ min: 1, max: 5 }),
  )
  .map(([made, style, cut]) =>
    made.flatMap(([name, written], index): object[] => {
      const id = `call-${index}`
      if (style === "whole") return [{ index, id, function: { name, arguments: written } }]
      if (style === "index 0") return [{ index: 0, id, function: { name, arguments: written } }]
      if (style === "without index") return [{ id, function: { name, arguments: written } }]
      const [first, rest] = [written.slice(0, cut), written.slice(cut)]
      if (style === "named again") {
        return [
          { index, id, function: { name, arguments: first } },
          { index, id, function: { name, arguments: rest } },
        ]
      }
      if (style === "name later") {
        return [
          { index, id, function: { arguments: first } },
          { index, function: { name, arguments: rest } },
        ]
      }
      return [
        { index, id, function: { name, arguments: "" } },
        { index, function: { arguments: first } },
        { index, function: { name: null, arguments: rest } },
      ]
    }),
  )

const event = (value: unknown, lineEnd = "\n") => `data: ${JSON.stringify(value)}${lineEnd}${lineEnd}`

const ending = fc.constantFrom(
  ...["stop", "length", "tool_calls", "content_filter", "eos"].map((reason) => event(chunkWith({}, reason))),
  event(chunkWith({ content: "last" }, "stop")),
)

const answer = fc
  .tuple(
    fc.array(fc.tuple(delta, fc.constantFrom("\n", "\n", "\r\n")), { maxLength: 10 }),
    fc.option(calls),
    ending,
    fc.option(fc.record({ prompt_tokens: fc.nat(), completion_tokens: fc.nat() })),
    fc.constantFrom(
      "",
      ": still here\n\n",
      "data: [DONE]\n\n",
      "data: {\n\n",
      'data: {"error":{"message":"broken"}}\n\n',
    ),
  )
  .map(([deltas, made, end, usage, last]) =>
    [
      ...deltas.map(([one, lineEnd]) => event(chunkWith(one), lineEnd)),
      ...(made ?? []).map((call) => event(chunkWith({ tool_calls: [call] }))),
      end,
      usage ? event({ choices: [], usage }) : "",
      last,
    ].join(""),
  )

function split(text: string, places: readonly number[]): Bytes[] {
  const bytes = new TextEncoder().encode(text)
  const borders = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return borders.slice(1).map((end, index) => bytes.slice(borders[index], end))
}

it("reads what the package reads, whatever the server sends and wherever it is split", async () => {
  await fc.assert(
    fc.asyncProperty(answer, fc.array(fc.nat(), { maxLength: 12 }), async (text, places) => {
      const fetch = answering(split(text, places))
      const ours = await read(await openCompatible({ ...address, fetch }))
      expect(ours).toEqual(await read(packageAsk(fetch)))
    }),
    { numRuns: 400 },
  )
})
