import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { channels } from "../../session/partial.ts"
import { markOf, parseCursor, spellCursor, type Told, tagOf } from "./cursor.ts"
import { noPrint, printOn } from "./print.ts"

const toldText = fc.record({
  intent: fc.nat(1_000_000),
  channel: fc.constantFrom(...channels),
  print: fc.string({ maxLength: 30 }).map((text) => printOn(noPrint, text)),
})
const toldSession = fc.record({
  seq: fc.nat(10_000_000),
  event: fc.uuid().map(markOf),
  texts: fc
    .array(toldText, { maxLength: 3 })
    .map((texts) => new Map(texts.map((text) => [`${text.intent} ${text.channel}`, text]))),
})
const told: fc.Arbitrary<Told> = fc
  .record(
    {
      version: fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" }),
      sessions: fc.array(fc.tuple(fc.uuid().map(tagOf), toldSession), { maxLength: 20 }).map((all) => new Map(all)),
    },
    { requiredKeys: ["sessions"] },
  )
  .filter(({ version }) => version?.isWellFormed() ?? true)

describe("a cursor", () => {
  it("says what was told, in characters that a header takes", () => {
    fc.assert(
      fc.property(told, (all) => {
        const cursor = spellCursor(all)
        expect(cursor).toMatch(/^[\x21-\x7e]*$/)
        expect(parseCursor(cursor)).toEqual(all)
      }),
    )
  })

  it("is nothing when it is garbled, and never an error", () => {
    fc.assert(
      fc.property(told, fc.nat(), fc.string({ maxLength: 3 }), (all, at, noise) => {
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

  it("stays within a header for as many sessions as a stream takes: text is told again instead", () => {
    const print = printOn(noPrint, "x".repeat(100_000))
    const texts = new Map(channels.map((channel) => [channel, { intent: 900_000, channel, print }]))
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
