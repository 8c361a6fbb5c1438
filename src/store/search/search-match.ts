import type { Query, Term } from "./search-query.ts"
import { isAscii, type Token, tokenize } from "./search-text.ts"

/** Where a term was found: its place in the query, and its UTF-16 range in the text. */
export type Hit = { readonly term: number; readonly start: number; readonly end: number }

/** True if the text has all terms of the query: the answer FTS5 gives to `toMatch(query)` over `indexable(text)`. */
export function matches(query: Query, text: string): boolean {
  if (isAscii(text) && cannotMatch(query, text)) return false
  const tokens = tokenize(text)
  return query.terms.every((term) => tokens.some((_, at) => isAt(term, tokens, at)))
}

/** Every position of a query term in the tokens, in reading order. */
export function findHits(query: Query, tokens: readonly Token[]): Hit[] {
  const hits: Hit[] = []
  for (const [at, { start }] of tokens.entries()) {
    for (const [index, term] of query.terms.entries()) {
      const last = isAt(term, tokens, at) ? tokens[at + term.tokens.length - 1] : undefined
      if (last !== undefined) hits.push({ term: index, start, end: last.end })
    }
  }
  return hits
}

function isAt(term: Term, tokens: readonly Token[], at: number): boolean {
  const lastIndex = term.tokens.length - 1
  for (let index = 0; index <= lastIndex; index += 1) {
    const found = tokens[at + index]?.text
    const wanted = term.tokens[index]
    if (found === undefined || wanted === undefined) return false
    if (found !== wanted && !(term.prefix && index === lastIndex && found.startsWith(wanted))) return false
  }
  return true
}

// Most texts of a scan do not match, and a plain look rules most of those out, many times cheaper than cutting words.
function cannotMatch(query: Query, text: string): boolean {
  const lowered = text.toLowerCase()
  return query.terms.some((term) => term.tokens.some((token) => !lowered.includes(token)))
}
