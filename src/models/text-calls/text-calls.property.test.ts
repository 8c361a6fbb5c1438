import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bare } from "../../../test/support/models/text-calls/bare.ts"
import { marked } from "../../../test/support/models/text-calls/marked.ts"
import { plain } from "../../../test/support/models/text-calls/plain.ts"
import { quoted, quotedByNative } from "../../../test/support/models/text-calls/quoted.ts"
import { ownNames, toolNames } from "../../../test/support/models/text-calls/recorded.ts"
import { tagged } from "../../../test/support/models/text-calls/tagged.ts"
import { thinking } from "../../../test/support/models/text-calls/thinking.ts"
import { plainName } from "../../base/plain-name.ts"
import { textCallReader } from "./text-call-reader.ts"

const isTool = (name: string) => toolNames.includes(plainName(name))
const recorded = [...tagged, ...marked, ...bare, ...thinking].map(({ title, text }) => [title, text] as const)
const isOwnName = (name: string) => ownNames.includes(plainName(name))
const answers = [...recorded, ...plain, ...quoted, ...quotedByNative]

/** What is read of pieces of bytes, decoded as a client does it. */
function read(pieces: readonly Uint8Array[]) {
  const decoder = new TextDecoder()
  const reader = textCallReader({ isTool, isOwnName })
  const deltas = [...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()]
  const parts = deltas.flatMap((delta) => reader.push(delta))
  const { parts: rest, calls, thoughtCalls, looked } = reader.end()
  const joined = (type: "text" | "reasoning") =>
    [...parts, ...rest].map((part) => (part.type === type ? part.text : "")).join("")
  return { shown: joined("text"), reasoning: joined("reasoning"), calls, thoughtCalls, looked }
}

function split(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const borders = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return borders.slice(1).map((end, index) => bytes.slice(borders[index], end))
}

const soup = fc
  .array(
    fc.constantFrom(
      ..."<>/{}[]()`~'\":,=|｜▁◁▷\n *aA",
      ..."tool_call think function parameter name arguments read Action: Thought: json [TOOL_CALLS] <|".split(" "),
      '{"name": "read", "arguments": {',
      "<tool_call>",
      "</tool_call>",
      "```",
      "<function=read>",
      "<parameter=a>",
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""))

describe("the pieces that an answer comes in", () => {
  it.each(answers)("change nothing, split at any byte: %s", (_, text) => {
    const whole = read([new TextEncoder().encode(text)])
    const places = Array.from({ length: new TextEncoder().encode(text).length }, (_, place) => place)
    const same = JSON.stringify(whole)
    expect(places.filter((place) => JSON.stringify(read(split(text, [place]))) !== same)).toEqual([])
    expect(read(split(text, places))).toEqual(whole)
  })

  it("change nothing, whatever is written behind each other and however it is split", () => {
    const texts = fc.array(fc.constantFrom(...answers.map(([, text]) => text)), { minLength: 1, maxLength: 4 })
    const joints = fc.constantFrom("", "\n", "\n\n", " ")
    fc.assert(
      fc.property(texts, joints, fc.array(fc.nat(4_000), { maxLength: 40 }), (some, joint, places) => {
        const text = some.join(joint)
        expect(read(split(text, places))).toEqual(read([new TextEncoder().encode(text)]))
      }),
      { numRuns: 300 },
    )
  })

  it("change nothing in a soup of markers", () => {
    fc.assert(
      fc.property(soup, fc.array(fc.nat(400), { maxLength: 20 }), (text, places) => {
        expect(read(split(text, places))).toEqual(read([new TextEncoder().encode(text)]))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("what is shown", () => {
  it("is what was written, with nothing added or altered, and all of it where nothing was found", () => {
    fc.assert(
      fc.property(soup, (text) => {
        const { shown, reasoning, calls, thoughtCalls } = read([new TextEncoder().encode(text)])
        let at = 0
        for (const character of shown) {
          at = text.indexOf(character, at) + 1
          expect(at).toBeGreaterThan(0)
        }
        const found = reasoning !== "" || calls.length + thoughtCalls.length > 0 || /think|thought/i.test(text)
        if (!found) expect(shown).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("a text without a mark", () => {
  it("is shown as it is, and at once", () => {
    const text = fc.string({ unit: "grapheme" }).map((some) => some.replace(/[<[{`~◁*ATOF]/gi, ""))
    fc.assert(
      fc.property(fc.array(text), (deltas) => {
        const reader = textCallReader({ isTool, isOwnName })
        for (const delta of deltas) {
          expect(reader.push(delta)).toEqual(delta === "" ? [] : [{ type: "text", text: delta }])
        }
        expect(reader.end()).toMatchObject({ parts: [], calls: [] })
      }),
    )
  })
})

describe("the work for an answer", () => {
  const units = [
    "<",
    "{",
    "[",
    "`",
    '{"',
    '[{"name":"read",',
    '{"name":"read","arguments":',
    '{"arguments":',
    "<tool_call>",
    '<tool_call>{"a":"',
    "<function=read><parameter=a>",
    "<function=read>",
    "\n<parameter=a>",
    "</parameter>",
    "<read><a>",
    "\n<read>\n<a>x</a>",
    "```json\n{",
    '```json\n{"name":"read","arguments":{}}\n',
    "\n[read(",
    "[calls read tool with: ",
    "\nThought: a",
    "\nAction: read\nAction Input: a",
    "<|tool_call_begin|>",
    "<|channel|>commentary",
    '"',
    "<think>",
    "a",
  ]
  it.each(units)("grows with its length, not faster: %j again and again", (unit) => {
    const work = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length))
      return read(split(text, [])).looked / text.length
    }
    expect(work(40_000)).toBeLessThan(work(10_000) * 1.5 + 2)
  })
})
