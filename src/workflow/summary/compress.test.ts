import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compress, noteLimits } from "./compress.ts"

describe("compressed lines", () => {
  it("are each there once, whatever their case, and those that were there before are counted", () => {
    expect(compress(["- read  a", "- Read a", "", "- read b", "- READ A"])).toEqual({
      text: "- read a\n- read b",
      duplicates: 2,
      omitted: 0,
      truncated: 0,
    })
  })

  it("are cut where they are too long", () => {
    const { text, truncated } = compress(["x".repeat(200)])
    expect({ text, truncated }).toEqual({ text: `${"x".repeat(157)}...`, truncated: 1 })
  })

  it("are left out from the middle, which is said", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `- line ${index}`)
    const { text, omitted } = compress(lines)
    expect(omitted).toBe(7)
    expect(text.split("\n")).toHaveLength(24)
    expect(text).toMatch(/^- line 0\n/)
    expect(text).toContain("\n- ... 7 more lines left out.\n")
    expect(text).toMatch(/\n- line 29$/)
  })

  it("are within their limits, whatever is given", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 400 }), { maxLength: 60 }), (given) => {
        const { text } = compress(given)
        const lines = text.split("\n")
        expect(text.length).toBeLessThanOrEqual(noteLimits.characters)
        expect(lines.length).toBeLessThanOrEqual(noteLimits.lines)
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(noteLimits.lineCharacters)
      }),
    )
  })
})
