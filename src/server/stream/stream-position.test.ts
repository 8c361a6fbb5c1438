import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { channels, type Delta, receive, type TextCursor } from "../../session/partial.ts"
import { markOf, parseCursor, type StreamPosition, spellCursor, tagOf } from "./stream-position.ts"

const delta = fc.record({
  seq: fc.nat(1_000_000),
  channel: fc.constantFrom(...channels),
  offset: fc.constant(0),
  text: fc.string({ minLength: 1, maxLength: 30 }),
})

function received(deltas: readonly Delta[]): TextCursor {
  const cursor: TextCursor = new Map()
  for (const each of deltas) receive(cursor, each)
  return cursor
}

const sessionPosition = fc.record({
  seq: fc.nat(10_000_000),
  event: fc.uuid().map(markOf),
  texts: fc.array(delta, { maxLength: 3 }).map(received),
})
const position: fc.Arbitrary<StreamPosition> = fc
  .record(
    {
      version: fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" }),
      sessions: fc.array(fc.tuple(fc.uuid().map(tagOf), sessionPosition), { maxLength: 20 }).map((all) => new Map(all)),
    },
    { requiredKeys: ["sessions"] },
  )
  .filter(({ version }) => version?.isWellFormed() ?? true)

describe("a cursor", () => {
  it("says what was told, in characters that a header takes", () => {
    fc.assert(
      fc.property(position, (all) => {
        const cursor = spellCursor(all)
        expect(cursor).toMatch(/^[\x21-\x7e]*$/)
        expect(parseCursor(cursor)).toEqual(all)
      }),
    )
  })

  it("is nothing when it is garbled, and never an error", () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.string({ maxLength: 3 }), (all, at, noise) => {
        const cursor = spellCursor(all)
        const index = at % (cursor.length + 1)
        parseCursor(cursor.slice(0, index) + noise + cursor.slice(index))
      }),
    )
    for (const text of [
      "h1",
      "h1;%",
      "h2;;",
      "7",
      "h1;;short:1:abc",
      "h1;;aaaaaaaaaa:-1:abc",
      "h1;;aaaaaaaaaa:1:abc:1,9,1,a.b",
    ]) {
      expect([text, parseCursor(text)]).toEqual([text, text === "h1" ? { sessions: new Map() } : undefined])
    }
  })

  it("knows the newest texts of a session only, so that it stays short", () => {
    const texts = received(
      Array.from({ length: 50 }, (_, at) => ({ seq: at + 1, channel: "output", offset: 0, text: "x" })),
    )
    const sessions = new Map([[tagOf("session"), { seq: 60, event: markOf("event"), texts }]])
    const [position] = parseCursor(spellCursor({ sessions }))?.sessions.values() ?? []
    expect([...(position?.texts.keys() ?? [])]).toEqual([45, 46, 47, 48, 49, 50].map((seq) => `${seq} output`))
  })

  it("stays within a header for as many sessions as a stream takes: text is told again instead", () => {
    const texts = received(channels.map((channel) => ({ seq: 900_000, channel, offset: 0, text: "x".repeat(100_000) })))
    const sessions = new Map(
      Array.from({ length: 200 }, (_, at) => [
        tagOf(`session ${at}`),
        { seq: 1_000_000, event: markOf(`event ${at}`), texts },
      ]),
    )
    const cursor = spellCursor({ version: "0123456789ab.1000000", sessions })
    expect(cursor.length).toBeLessThan(7100)
    expect([...(parseCursor(cursor)?.sessions.values() ?? [])].map(({ seq }) => seq)).toEqual(
      Array(200).fill(1_000_000),
    )
  })
})
