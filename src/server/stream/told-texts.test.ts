import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyDelta, noPartials, type Partials } from "../../session/partial.ts"
import { newOf, type ToldTexts } from "./told-texts.ts"

const piece = (offset: number, text: string) => ({ seq: 4, channel: "text", offset, text }) as const

describe("what of a text is new to a listener", () => {
  it("is what follows, when it is told from the beginning once more", () => {
    const texts: ToldTexts = new Map()
    expect(newOf(texts, piece(0, "Hel"))).toEqual(piece(0, "Hel"))
    expect(newOf(texts, piece(3, "lo"))).toEqual(piece(3, "lo"))
    expect(newOf(texts, piece(0, "Hello, world"))).toEqual(piece(5, ", world"))
    expect(newOf(texts, piece(0, "Hello, world"))).toBeUndefined()
  })

  it("is all of it, when a crash lost the end and something else followed", () => {
    const texts: ToldTexts = new Map()
    newOf(texts, piece(0, "Hello, world"))
    expect(newOf(texts, piece(0, "Hello"))).toEqual(piece(0, "Hello"))
    expect(newOf(texts, piece(0, "Howdy, world"))).toEqual(piece(0, "Howdy, world"))
  })

  it("gives the listener the text, whatever is told again or corrected", () => {
    const told = fc.record({ isWhole: fc.boolean(), keep: fc.nat(12), text: fc.string({ maxLength: 4 }) })
    fc.assert(
      fc.property(fc.array(told, { maxLength: 30 }), (steps) => {
        const texts: ToldTexts = new Map()
        let text = ""
        let partials: Partials = noPartials
        for (const { isWhole, keep, text: more } of steps) {
          const offset = Math.min(keep, text.length)
          text = text.slice(0, offset) + more
          const fresh = newOf(texts, isWhole ? piece(0, text) : piece(offset, more))
          if (fresh) partials = applyDelta(partials, fresh)
          expect(partials.get(4)?.text ?? "").toBe(text)
        }
      }),
    )
  })

  it("is known of the newest texts only, so that a cursor stays short", () => {
    const texts: ToldTexts = new Map()
    for (let seq = 1; seq <= 50; seq++) newOf(texts, { seq, channel: "output", offset: 0, text: "x" })
    expect([...texts.keys()]).toEqual([45, 46, 47, 48, 49, 50].map((seq) => `${seq} output`))
  })
})
