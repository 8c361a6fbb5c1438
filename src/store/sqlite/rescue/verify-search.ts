import { tokenize } from "../../search/search-text.ts"
import type { Database } from "../database.ts"

/** A sum over the words of many texts that does not depend on their order. */
export type TextSum = { add(document: number, text: string): void; readonly sum: string }

/** Sums up what the search index should hold: each word of each document, at its place. */
export function textSum(): TextSum {
  const total = accumulator()
  return {
    add(document, text) {
      for (const [offset, { text: term }] of tokenize(text).entries()) total.add(term, 1, document, offset)
    },
    get sum() {
      return total.sum
    },
  }
}

/** The same sum over what the search index does hold. SQLite adds up each term, so that few rows cross over. */
export function indexSum(db: Database): string {
  const total = accumulator()
  db.exec("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, search, 'instance')")
  const rows = db.raw
    .prepare(
      `SELECT term, count(*) AS count, sum(doc % ${modulus}) AS documents, sum("offset" % ${modulus}) AS offsets
       FROM temp.instances GROUP BY term`,
    )
    .iterate() as Iterable<{ term: string; count: number; documents: number; offsets: number }>
  for (const { term, count, documents, offsets } of rows) total.add(term, count, documents, offsets)
  return total.sum
}

/** A product of two numbers below it is exact. */
const modulus = 94_906_249

function accumulator() {
  const sums = [0, 0, 0]
  const grow = (index: number, factor: number, weight: number) => {
    sums[index] = ((sums[index] ?? 0) + factor * (weight % modulus)) % modulus
  }
  return {
    add(term: string, count: number, documents: number, offsets: number) {
      const factor = factorOf(term)
      grow(0, factor, count)
      grow(1, factor, documents)
      grow(2, factor, offsets)
    },
    get sum() {
      return sums.join(" ")
    },
  }
}

// FNV-1a, brought below the modulus.
function factorOf(term: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < term.length; index++) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % modulus
}
