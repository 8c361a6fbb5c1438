import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cut, pad, widthOf, wrap } from "./width.ts"

const anyText = fc.string({ unit: "grapheme" })

describe("widthOf", () => {
  it.each([
    ["plain", 5],
    ["日本語", 6],
    ["한국어", 6],
    ["ｆｕｌｌ", 8],
    ["👩‍👩‍👧‍👦", 2],
    ["🇨🇭", 2],
    ["❤️", 2],
    ["é", 1],
    ["e\u0301", 1],
    ["a\u200bb", 2],
    ["naïve café", 10],
    ["", 0],
  ])("%s takes %i columns", (text, width) => {
    expect(widthOf(text)).toBe(width)
  })
})

it("measures plain characters as it would beside others", () => {
  const ranges = [
    [0x20, 0x2ff],
    [0x2010, 0x2027],
    [0x2190, 0x21ff],
    [0x2500, 0x25ff],
    [0x2700, 0x27bf],
  ] as const
  const all = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  const characters = all.map((code) => String.fromCodePoint(code))
  expect(characters.filter((one) => widthOf(one) !== widthOf(`日${one}`) - 2)).toEqual([])
})

describe("cut", () => {
  it("cuts between characters, and says so", () => {
    expect(cut("short", 10)).toBe("short")
    expect(cut("a longer text", 9)).toBe("a longer…")
    expect(cut("日本語のタイトル", 8)).toBe("日本語…")
    expect(cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).toBe("👩‍👩‍👧‍👦…")
  })

  it("never takes more columns than it has", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, columns) => widthOf(cut(text, columns)) <= columns),
    )
  })
})

describe("pad", () => {
  it("fills up to the column, from either side", () => {
    expect([pad("日本", 6), pad("7", 3, "left"), pad("too long", 3)]).toEqual(["日本  ", "  7", "too long"])
  })
})

describe("wrap", () => {
  it("breaks between words, and inside one that is too long", () => {
    expect(wrap("the quick brown fox\njumps", 10)).toEqual(["the quick", "brown fox", "jumps"])
    expect(wrap("abcdefghijkl mn", 8)).toEqual(["abcdefgh", "ijkl mn"])
    expect(wrap("  indented text goes on", 12)).toEqual(["  indented", "  text goes", "  on"])
    expect(wrap("日本語のタイトルを揃える", 10)).toEqual(["日本語のタ", "イトルを揃", "える"])
    expect(wrap("a\n\nb", 10)).toEqual(["a", "", "b"])
  })

  it("fits every line and loses nothing but spaces", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 8, max: 40 }), (text, columns) => {
        const lines = wrap(text, columns)
        expect(lines.every((line) => widthOf(line) <= columns)).toBe(true)
        expect(lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""))
      }),
    )
  })
})
