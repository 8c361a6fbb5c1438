import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyDelta, noPartials } from "../../../session/partial.ts"
import { addPiece, partialsOf, type StreamedTexts, textFrom } from "./streamed-text.ts"

const piece = (offset: number, text: string) => ({ seq: 4, channel: "text", offset, text }) as const
const only = (texts: StreamedTexts) => [...texts.values()][0] ?? expect.unreachable()

describe("streamed text", () => {
  it("is what its pieces make of it, however it is corrected, and read from any offset", () => {
    const step = fc.record({ back: fc.nat(12), text: fc.string({ unit: "binary", maxLength: 5 }), written: fc.nat(40) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), fc.nat(), (steps, at) => {
        const texts: StreamedTexts = new Map()
        let expected = noPartials
        for (const { back, text, written } of steps) {
          const before = expected.get(4)?.text ?? ""
          const next = piece(Math.max(0, before.length - back), text)
          expect(addPiece(texts, next)).toBe(true)
          expected = applyDelta(expected, next)
          const whole = expected.get(4)?.text ?? ""
          // What counts as written is a common beginning of what was and of what is.
          expect(before.slice(0, only(texts).written)).toBe(whole.slice(0, only(texts).written))
          only(texts).written = Math.min(written, whole.length)
        }
        expect(partialsOf(texts)).toEqual(expected)
        const whole = expected.get(4)?.text ?? ""
        const offset = at % (whole.length + 1)
        expect(textFrom(only(texts), offset)).toBe(whole.slice(offset))
      }),
    )
  })

  it("stays whole where its many pieces are joined", () => {
    const texts: StreamedTexts = new Map()
    for (let offset = 0; offset < 3000; offset += 3) {
      addPiece(texts, piece(offset, "abc"))
      expect(textFrom(only(texts), offset)).toBe("abc")
    }
    expect(partialsOf(texts).get(4)?.text).toBe("abc".repeat(1000))
  })

  it("has no gaps", () => {
    const texts: StreamedTexts = new Map()
    addPiece(texts, piece(0, "Hello"))
    expect(addPiece(texts, piece(6, "x"))).toBe(false)
    expect(addPiece(texts, { ...piece(1, "x"), seq: 5 })).toBe(false)
    expect(partialsOf(texts)).toEqual(new Map([[4, { text: "Hello" }]]))
  })
})
