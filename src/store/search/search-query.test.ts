import { describe, expect, it } from "vitest"
import { HoldfastError } from "../../session/error.ts"
import { parseQuery, queryLimits, toMatch } from "./search-query.ts"

describe("parseQuery", () => {
  it("asks for every word", () => {
    expect(parseQuery("Write  tests")).toEqual({
      terms: [
        { tokens: ["write"], prefix: false },
        { tokens: ["tests"], prefix: false },
      ],
    })
  })

  it.each([
    ["hello_world", '"hello world"'],
    ["src/store/sqlite.ts:12", '"src store sqlite ts 12"'],
    ["--flag", '"flag"'],
    ['"open the file" now', '"open the file" AND "now"'],
    ["“open the file”", '"open the file"'],
    ['say"two words"now', '"say" AND "two words" AND "now"'],
    ['"still typing', '"still typing"'],
    ["日本語", '"日 本 語"'],
    ["Café* x", '"cafe" * AND "x"'],
    ['"open the fi*"', '"open the fi" *'],
    ['"open the fi"*', '"open the fi" *'],
    ["foo_* src/*.ts * a", '"foo" AND "src ts" AND "a"'],
    ["a OR b AND NOT c NEAR(d, 2)", '"a" AND "or" AND "b" AND "and" AND "not" AND "c" AND "near d" AND "2"'],
    ["text:x -y ^z {q} 'r'", '"text x" AND "y" AND "z" AND "q" AND "r"'],
  ])("understands %s", (query, match) => {
    expect(toMatch(parseQuery(query))).toBe(match)
  })

  it.each([
    ["open fi", '"open" AND "fi" *'],
    ["open fi ", '"open" AND "fi"'],
    ['"open fi', '"open fi" *'],
    ['"open fi"', '"open fi"'],
    ["fi!", '"fi"'],
    ["hello_wo", '"hello wo" *'],
  ])("takes the word that %j ends in for a prefix while it is typed", (query, match) => {
    expect(toMatch(parseQuery(query, { prefixLast: true }))).toBe(match)
  })

  it.each([
    ["", "The search is empty: type at least one letter or digit."],
    [" \n", "The search is empty: type at least one letter or digit."],
    ['"*" -- 🎉', 'There is no word in the search "\\"*\\" -- 🎉": type at least one letter or digit.'],
    ["x".repeat(1_001), "The search is 1001 characters long, the limit is 1000: search for a part of it."],
  ])("refuses %j", (query, message) => {
    const error = refusal(query)
    expect([error.code, error.message]).toEqual(["invalid", message])
  })

  it("takes a query as long as the limit", () => {
    expect(parseQuery("x ".repeat(queryLimits.characters / 2)).terms).toHaveLength(queryLimits.characters / 2)
  })
})

function refusal(query: string): HoldfastError {
  try {
    parseQuery(query)
  } catch (error) {
    if (error instanceof HoldfastError) return error
    throw error
  }
  throw new Error(`${query} was accepted`)
}
