import { findHits, type Hit } from "./search-match.ts"
import type { Query } from "./search-query.ts"
import { type Token, tokenize } from "./search-text.ts"

/** A piece of a text on one line, and the UTF-16 ranges in it that the query found. */
export type Snippet = { readonly text: string; readonly marks: ReadonlyArray<readonly [start: number, end: number]> }

/** About `around` characters (160) of the text where most terms of the query stand together; its beginning if none do. */
export function snippet(query: Query, text: string, options: { around?: number } = {}): Snippet {
  const around = options.around ?? 160
  // Neither white space nor controls are part of a word, so the words of the line are the words of the text.
  const line = text.replace(/[\p{White_Space}\p{Cc}]+/gu, " ").trim()
  const tokens = tokenize(line)
  const hits = findHits(query, tokens)
  const { start, end } = cut(line, tokens, bestCluster(hits, around), around)
  const head = start > 0 ? "…" : ""
  const tail = end < line.length ? "…" : ""
  const shift = head.length - start
  const marks = merged(hits, start, end).map(([from, to]) => [from + shift, to + shift] as const)
  return { text: head + line.slice(start, end) + tail, marks }
}

type Range = { readonly start: number; readonly end: number }

/** The first stretch of at most `around` characters that holds as many different terms as any other. */
function bestCluster(hits: readonly Hit[], around: number): Range {
  let best = { start: 0, end: 0, terms: 0 }
  const counts = new Map<number, number>()
  let next = 0
  for (const [index, first] of hits.entries()) {
    let hit = hits[next]
    while (hit !== undefined && (next === index || hit.end - first.start <= around)) {
      counts.set(hit.term, (counts.get(hit.term) ?? 0) + 1)
      next += 1
      hit = hits[next]
    }
    if (counts.size > best.terms) {
      const end = hits.slice(index, next).reduce((furthest, held) => Math.max(furthest, held.end), first.end)
      best = { start: first.start, end, terms: counts.size }
    }
    const left = (counts.get(first.term) ?? 0) - 1
    if (left > 0) counts.set(first.term, left)
    else counts.delete(first.term)
  }
  return best
}

/** Widens the cluster to `around` characters, then draws back to the nearest borders of words. */
function cut(line: string, tokens: readonly Token[], cluster: Range, around: number): Range {
  const spare = Math.max(0, around - (cluster.end - cluster.start))
  const centred = Math.max(0, Math.min(cluster.start - Math.floor(spare / 2), line.length - around))
  const first = Math.min(centred, cluster.start)
  const limit = first + around
  const start = first === 0 ? 0 : (tokens.find((token) => token.start >= first)?.start ?? first)
  if (limit >= line.length) return { start, end: line.length }
  const end = tokens.findLast((token) => token.end <= limit && token.end > start)?.end
  // Without a border in reach (one endless word, or no words at all) the cut is at least between characters.
  return { start, end: end ?? characterBorder(line, limit) }
}

const continues = /^[\p{M}\p{Default_Ignorable_Code_Point}\p{Cs}]/u

function characterBorder(line: string, at: number): number {
  let border = at
  while (border > 0 && continues.test(line.slice(border, border + 2))) border -= 1
  return border
}

function merged(hits: readonly Hit[], start: number, end: number): Array<[number, number]> {
  const marks: Array<[number, number]> = []
  for (const hit of hits) {
    if (hit.start < start || hit.start >= end) continue
    const to = Math.min(hit.end, end)
    const last = marks.at(-1)
    if (last !== undefined && hit.start <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([hit.start, to])
  }
  return marks
}
