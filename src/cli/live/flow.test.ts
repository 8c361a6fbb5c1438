import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { textFlow } from "./flow.ts"

function flowed(columns: number, ...pieces: string[]): string {
  const flow = textFlow(() => columns)
  const written = pieces.map((piece) => flow.add(piece)).join("")
  return written + flow.end().rest
}

describe("streamed text", () => {
  it("is broken between words, wherever the pieces end", () => {
    expect(flowed(12, "one two thr", "ee four", " five")).toBe("one two\nthree four\nfive")
  })

  it("keeps its own lines, and words that are longer than a line", () => {
    expect(flowed(8, "a\n\n  b incomprehensibilities c")).toBe("a\n\n  b\nincomprehensibilities\nc")
  })

  it("is the same however it is cut into pieces, and loses nothing but spaces at breaks", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "漢", " ", "\n") })
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), fc.integer({ min: 3, max: 20 }), (whole, cuts, columns) => {
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length]
        const pieces = places.slice(1).map((to, index) => whole.slice(places[index], to))
        const written = flowed(columns, ...pieces)
        expect(written).toBe(flowed(columns, whole))
        expect(written.replace(/\s/g, "")).toBe(whole.replace(/\s/g, ""))
      }),
    )
  })
})
