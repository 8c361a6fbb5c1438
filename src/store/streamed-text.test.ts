import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyDelta, noPartials, type Partials } from "../session/partial.ts"
import { addPiece, characterBefore, newPieces, partialsFrom, type Streamed, streamedFrom } from "./streamed-text.ts"

const channel = "text"

describe("streamed text", () => {
  it("is what its pieces make of it, for those who look and those who follow, however it is corrected", () => {
    const step = fc.record({ back: fc.nat(12), text: fc.string({ maxLength: 5 }), look: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const streamed: Streamed = new Map()
        const told = new Map()
        let [expected, followed]: Partials[] = [noPartials, noPartials]
        for (const { back, text, look } of [...steps, { back: 0, text: "end", look: true }]) {
          const length = expected?.get(4)?.text?.length ?? 0
          const piece = { channel, offset: Math.max(0, length - back), text } as const
          expect(addPiece(streamed, 4, piece)).toBe(true)
          expected = applyDelta(expected ?? noPartials, { seq: 4, ...piece })
          if (look) followed = newPieces(streamed, told).reduce(applyDelta, followed ?? noPartials)
        }
        expect(partialsFrom(streamed)).toEqual(expected)
        expect(followed).toEqual(expected)
      }),
    )
  })

  it("is told as the piece that came, however long the whole is", () => {
    const streamed: Streamed = new Map()
    const told = new Map()
    for (let offset = 0; offset < 3000; offset += 3) {
      addPiece(streamed, 4, { channel, offset, text: "abc" })
      expect(newPieces(streamed, told)).toEqual([{ seq: 4, channel, offset, text: "abc" }])
    }
    expect(partialsFrom(streamed).get(4)?.text).toBe("abc".repeat(1000))
    expect(characterBefore(streamed, 4, channel, 2)).toBe("b")
    expect(newPieces(streamed, told)).toEqual([])
  })

  it("has no gaps", () => {
    const streamed = streamedFrom(new Map([[4, { text: "Hello" }]]))
    expect(addPiece(streamed, 4, { channel, offset: 6, text: "x" })).toBe(false)
    expect(addPiece(streamed, 5, { channel, offset: 1, text: "x" })).toBe(false)
    expect(partialsFrom(streamed)).toEqual(new Map([[4, { text: "Hello" }]]))
  })

  it("is told again where it was corrected more often than is remembered", () => {
    const streamed = streamedFrom(new Map([[4, { text: "Hello" }]]))
    const told = new Map()
    newPieces(streamed, told)
    for (let n = 0; n < 100; n++) addPiece(streamed, 4, { channel, offset: 4, text: String(n % 10) })
    expect(newPieces(streamed, told)).toEqual([{ seq: 4, channel, offset: 0, text: "Hell9" }])
  })

  it("is told only as far as it may be shown, and the rest later", () => {
    const streamed: Streamed = new Map()
    const told = new Map()
    addPiece(streamed, 1, { channel: "text", offset: 0, text: "on the disk, in memory" })
    expect(newPieces(streamed, told, () => 11)).toEqual([{ seq: 1, channel: "text", offset: 0, text: "on the disk" }])
    expect(newPieces(streamed, told, () => 11)).toEqual([])
    expect(newPieces(streamed, told)).toEqual([{ seq: 1, channel: "text", offset: 11, text: ", in memory" }])
  })
})
