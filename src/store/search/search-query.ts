import { HoldfastError } from "../../session/error.ts"
import { tokenize } from "./search-text.ts"

/** Tokens that follow each other in the text; with `prefix` the last one may be the beginning of a word. */
export type Term = { readonly tokens: readonly string[]; readonly prefix: boolean }

/** What a text must contain to be found: all of the terms. */
export type Query = { readonly terms: readonly Term[] }

/** How much a person may ask at once. */
export const queryLimits = { characters: 1_000 } as const

/**
 * Reads what a person typed: words, "phrases", prefixes (`pars*`); everything else only separates.
 * With `prefixLast`, for search as you type, the word that the query ends in counts as a prefix.
 */
export function parseQuery(query: string, options: { prefixLast?: boolean } = {}): Query {
  if (query.length > queryLimits.characters) throw tooLong(query)
  const terms: Term[] = []
  for (const { index, groups } of query.matchAll(part)) {
    const tokens = tokenize(groups?.quoted ?? groups?.plain ?? "")
    const last = tokens.at(-1)
    if (last === undefined) continue
    const start = groups?.quoted === undefined ? index : index + 1
    const prefix = isPrefix(query.slice(start + last.end), options.prefixLast ?? false)
    terms.push({ tokens: tokens.map((token) => token.text), prefix })
  }
  if (terms.length === 0) throw wordless(query)
  return { terms }
}

/** The query as an FTS5 MATCH expression, for a table made by `searchTable`. */
export function toMatch(query: Query): string {
  // Quoted, a word such as NOT is only a word; and a token cannot contain a quote.
  return query.terms.map(({ tokens, prefix }) => `"${tokens.join(" ")}"${prefix ? " *" : ""}`).join(" AND ")
}

// A quote that is never closed reaches to the end: the person is still typing.
const part = /["“”](?<quoted>[^"“”]*)["“”]?|(?<plain>[^\p{White_Space}"“”]+)/gu

// The star must touch the word: in `foo_*` the word foo is complete.
function isPrefix(rest: string, prefixLast: boolean): boolean {
  return /^["“”]?\*/.test(rest) || (prefixLast && rest === "")
}

function wordless(query: string): HoldfastError {
  const what = query.trim() === "" ? "The search is empty" : `There is no word in the search ${JSON.stringify(query)}`
  return new HoldfastError("invalid", `${what}: type at least one letter or digit.`, { details: { query } })
}

function tooLong(query: string): HoldfastError {
  return new HoldfastError(
    "invalid",
    `The search is ${query.length} characters long, the limit is ${queryLimits.characters}: search for a part of it.`,
    { details: { characters: query.length, limit: queryLimits.characters } },
  )
}
