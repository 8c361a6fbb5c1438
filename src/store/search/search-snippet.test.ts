import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { queryOver, textOfSearch } from "../../../test/support/store/search-arbitrary.ts"
import { isHoldfastError } from "../../session/error.ts"
import { matches } from "./search-match.ts"
import { parseQuery } from "./search-query.ts"
import { type Snippet, snippet } from "./search-snippet.ts"
import { tokenize } from "./search-text.ts"

const show = ({ text, marks }: Snippet) =>
  marks.reduceRight(
    (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    text,
  )

const filler = (words: number) => "lorem ".repeat(words)

describe("snippet", () => {
  it("gives a short text whole, on one line", () => {
    const text = "\tfunction hello_world() {\r\n\n  return 'Hello, World'\u001b[0m\n}\n"
    expect(show(snippet(parseQuery("hello_world"), text))).toBe(
      "function [hello_world]() { return '[Hello, World]' [0m }",
    )
  })

  it("cuts a long text at words around the hit", () => {
    const text = `${filler(50)}(needle), ${filler(50)}`
    expect(show(snippet(parseQuery("needle"), text, { around: 30 }))).toBe("…lorem ([needle]), lorem…")
  })

  it("prefers the place where most terms stand together", () => {
    const text = `alpha ${filler(50)} beta ${filler(50)} alpha and beta ${filler(50)} alpha beta`
    expect(show(snippet(parseQuery("alpha beta"), text, { around: 32 }))).toBe("…lorem [alpha] and [beta] lorem…")
  })

  it("keeps to the beginning and to the end of the text", () => {
    expect(show(snippet(parseQuery("first"), `first ${filler(50)}`, { around: 20 }))).toBe("[first] lorem lorem…")
    expect(show(snippet(parseQuery("last"), `${filler(50)}last.`, { around: 20 }))).toBe("…lorem lorem [last].")
  })

  it("marks whole words for a prefix, and overlapping phrases once", () => {
    expect(show(snippet(parseQuery("pars*"), "parse, parsing, sparse"))).toBe("[parse], [parsing], sparse")
    expect(show(snippet(parseQuery("京都"), "東京都に京都の京"))).toBe("東[京都]に[京都]の京")
    expect(show(snippet(parseQuery('"a b" "b c"'), "x a-b-c x"))).toBe("x [a-b-c] x")
  })

  it("cuts text without spaces between characters", () => {
    const text = `${"あ".repeat(100)}検索${"い".repeat(100)}`
    expect(show(snippet(parseQuery("検索"), text, { around: 6 }))).toBe("…ああ[検索]いい…")
  })

  it("cuts neither pairs nor combining sequences", () => {
    const accented = "e\u0301".repeat(300)
    expect(snippet(parseQuery("e*"), accented, { around: 9 })).toEqual({
      text: `${"e\u0301".repeat(4)}…`,
      marks: [[0, 8]],
    })
    expect(snippet(parseQuery("x"), "😀".repeat(9), { around: 5 })).toEqual({ text: "😀😀…", marks: [] })
  })

  it("stays short when a phrase does not", () => {
    const text = `one ${"-".repeat(500)} two`
    expect(show(snippet(parseQuery('"one two"'), text, { around: 20 }))).toBe("[one]…")
  })

  it("gives the beginning of a text without a hit", () => {
    expect(show(snippet(parseQuery("needle"), filler(50), { around: 20 }))).toBe("lorem lorem lorem…")
  })

  it("marks whole words in every text that matches, within the length asked for", () => {
    const cases = textOfSearch().chain((text) =>
      fc.record({ text: fc.constant(text), typed: queryOver([text]), around: fc.integer({ min: 40, max: 200 }) }),
    )
    fc.assert(
      fc.property(cases, ({ text, typed, around }) => {
        const query = parsed(typed)
        if (query === undefined || !matches(query, text)) return
        const cut = snippet(query, text, { around })
        const tokens = tokenize(cut.text)
        expect(cut.marks.length).toBeGreaterThan(0)
        for (const [start, end] of cut.marks) {
          expect(tokens.some((token) => token.start === start)).toBe(true)
          expect(tokens.some((token) => token.end === end)).toBe(true)
        }
        expect(cut.text.length).toBeLessThanOrEqual(around + 2)
        expect(cut.text).not.toMatch(/[\n\r\t]|\s\s/)
      }),
      { numRuns: 3_000 },
    )
  })
})

function parsed(typed: string) {
  try {
    return parseQuery(typed)
  } catch (error) {
    if (isHoldfastError(error)) return undefined
    throw error
  }
}
