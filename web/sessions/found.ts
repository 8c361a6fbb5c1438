import type { Hit } from "../../src/store/contract.ts"

/** What was found in one session. */
export type Found = { readonly session: string; readonly title: string | null; readonly hits: readonly Hit[] }

/** Hits by session, in the order of the first of each; a hit that two pages have is there once. */
export function bySession(hits: readonly Hit[]): Found[] {
  const found = new Map<string, { session: string; title: string | null; hits: Map<number, Hit> }>()
  for (const hit of hits) {
    const { session, title, seq } = hit
    const known = found.get(session) ?? { session, title, hits: new Map() }
    if (!known.hits.has(seq)) known.hits.set(seq, hit)
    found.set(session, known)
  }
  return [...found.values()].map((one) => ({ ...one, hits: [...one.hits.values()] }))
}

/** How many signs stand before what was found: in a narrow list more of them would push it out of sight. */
const leadAtMost = 24

/** A snippet that comes to what was found at once; what is left out before it is told by a sign. */
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

/** A piece of a snippet: found, or what stands around it. */
export type Piece = { readonly text: string; readonly marked: boolean; readonly at: number }

/** A snippet cut at its marks. */
export function pieces({ text, marks }: Hit["snippet"]): Piece[] {
  const cut: Piece[] = []
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
