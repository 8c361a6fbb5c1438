import { DatabaseSync } from "node:sqlite"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { queryOver, textOfSearch } from "../../../test/support/store/search-arbitrary.ts"
import { isHoldfastError } from "../../session/error.ts"
import { matches } from "./search-match.ts"
import { parseQuery, type Query, queryLimits, toMatch } from "./search-query.ts"
import { indexable, searchTable } from "./search-text.ts"

const database = new DatabaseSync(":memory:")
database.exec(searchTable)
const insert = database.prepare("INSERT INTO search(rowid, text) VALUES (?, ?)")
const remove = database.prepare("DELETE FROM search WHERE rowid = ?")
const search = database.prepare("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid")
afterAll(() => database.close())

describe("matches", () => {
  const code = "export function parseQuery(text) { // see src/store/sqlite.ts: E_NOENT, hello_world, --dry-run }"
  const mixed = "Das Café in 東京都 öffnet um 9; データベース, 한국어 검색, ภาษาไทย"

  it.each([
    [code, "parsequery"],
    [code, "parse*"],
    [code, "hello_world"],
    [code, "world"],
    [code, "sqlite.ts"],
    [code, "src/store/sqlite.ts"],
    [code, "E_NOENT --dry-run"],
    [code, '"see src" function'],
    [mixed, "cafe offn*"],
    [mixed, "京都"],
    [mixed, "ベース"],
    [mixed, "국어"],
    [mixed, "ไทย"],
    [mixed, "CAFÉ 9"],
    ["σοφίσματα", "ΣΟΦΙΣ*"], // the last letter typed is not the last of the word
  ])("finds in %j, as the index does: %s", (text, query) => {
    expect(answers(parseQuery(query), text)).toEqual({ matcher: true, index: true })
  })

  it.each([
    [code, "query"], // inside a word
    [code, '"function see"'],
    [code, "store missing"],
    [mixed, "都東"],
    [mixed, "caf"],
  ])("does not find in %j, as the index does not: %s", (text, query) => {
    expect(answers(parseQuery(query), text)).toEqual({ matcher: false, index: false })
  })

  it("gives the answer of the index for texts and queries of every script", () => {
    const everything = fc.oneof(textOfSearch(), fc.string({ unit: "binary", maxLength: 60 }))
    const texts = fc.array(everything, { minLength: 1, maxLength: 4 })
    const cases = texts.chain((drawn) => fc.tuple(fc.constant(drawn), queryOver(drawn), fc.boolean()))
    fc.assert(
      fc.property(cases, ([drawn, typed, prefixLast]) => {
        const query = parsed(typed, prefixLast)
        if (query === undefined) return
        expect(drawn.map((text) => matches(query, text))).toEqual(found(query, drawn))
      }),
      { numRuns: 3_000 },
    )
  })

  it("finds every text by itself", () => {
    fc.assert(
      fc.property(textOfSearch(), (text) => {
        const query = parsed(text, false)
        if (query !== undefined) expect(answers(query, text)).toEqual({ matcher: true, index: true })
      }),
    )
  })

  it("never makes SQLite refuse a query", () => {
    const operators = fc.constantFrom(...'AND|OR|NOT|NEAR(|(|)|*|^|-|:|"|+|{|}|,|text:|\0'.split("|"))
    const typed = fc.array(fc.oneof(operators, fc.string({ unit: "binary", maxLength: 5 }), fc.constant(" ")))
    fc.assert(
      fc.property(
        fc.oneof(
          typed.map((parts) => parts.join("")),
          fc.string(),
        ),
        fc.boolean(),
        (text, prefixLast) => {
          const query = parsed(text, prefixLast)
          if (query !== undefined) expect(search.all(toMatch(query))).toEqual([])
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each(["a ", "a*", "日", "a_", '"a b" '])("answers the longest query made of %j", (piece) => {
    const query = parseQuery(piece.repeat(queryLimits.characters / piece.length))
    expect(found(query, [piece, piece.repeat(1_000)])).toEqual([
      matches(query, piece),
      matches(query, piece.repeat(1_000)),
    ])
  })
})

function parsed(typed: string, prefixLast: boolean): Query | undefined {
  try {
    return parseQuery(typed, { prefixLast })
  } catch (error) {
    if (isHoldfastError(error)) return undefined
    throw error
  }
}

function answers(query: Query, text: string): { matcher: boolean; index: boolean | undefined } {
  return { matcher: matches(query, text), index: found(query, [text])[0] }
}

function found(query: Query, texts: readonly string[]): boolean[] {
  for (const [row, text] of texts.entries()) insert.run(row, indexable(text))
  const rows = new Set(search.all(toMatch(query)).map(({ rowid }) => rowid))
  for (const row of texts.keys()) remove.run(row)
  return texts.map((_, row) => rows.has(row))
}
