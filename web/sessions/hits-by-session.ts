import type { Hit } from "../../src/store/contract.ts"

/** The hits of one session. */
export type SearchResult = { readonly session: string; readonly title: string | null; readonly hits: readonly Hit[] }

/** Groups hits by session, in order of each first hit, without duplicates across pages. */
export function bySession(hits: readonly Hit[]): SearchResult[] {
  const found = new Map<string, { session: string; title: string | null; hits: Map<number, Hit> }>()
  for (const hit of hits) {
    const { session, title, seq } = hit
    const known = found.get(session) ?? { session, title, hits: new Map() }
    if (!known.hits.has(seq)) known.hits.set(seq, hit)
    found.set(session, known)
  }
  return [...found.values()].map((one) => ({ ...one, hits: [...one.hits.values()] }))
}

/** The characters before a hit: in a narrow list more would push it out of view. */
const leadAtMost = 24

/** Shortens a snippet's start, marked by an ellipsis, so that the hit is visible. */
export function withShortLead(snippet: Hit["snippet"]): Hit["snippet"] {
  const { text, marks } = snippet
  const first = marks[0]?.[0] ?? 0
  if (first <= leadAtMost) return snippet
  const gap = text.indexOf(" ", first - leadAtMost)
  const from = gap >= 0 && gap < first ? gap + 1 : first - leadAtMost
  return {
    text: `…${text.slice(from)}`,
    marks: marks.map(([start, end]): [number, number] => [start - from + 1, end - from + 1]),
  }
}

/** A piece of a snippet: a match or the text around it. */
export type HighlightedText = { readonly text: string; readonly marked: boolean; readonly at: number }

/** Splits a snippet at its marks. */
export function pieces({ text, marks }: Hit["snippet"]): HighlightedText[] {
  const cut: HighlightedText[] = []
  let at = 0
  const take = (to: number, marked: boolean) => {
    if (to > at) cut.push({ text: text.slice(at, to), marked, at })
    at = Math.max(at, to)
  }
  for (const [start, end] of marks) {
    take(start, false)
    take(end, true)
  }
  take(text.length, false)
  return cut
}
