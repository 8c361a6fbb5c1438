import { link, same } from "./chain.ts"
import type { Database } from "./database.ts"
import { type SegmentRow, unpackSegment } from "./segment.ts"

/** What the salvaged rows of one session say: bytes that may be events, and hashes that may be theirs. */
export type Evidence = {
  /** The hashes that an event is said to have, by whoever says so. */
  hashes(seq: number): Uint8Array[]
  /** The events that may be the one at a place: by their own word, and by that of the index. */
  hot(seq: number): HotRow[]
  /** The segments that may begin at a place, or reach over it. */
  segments(seq: number): SegmentRow[]
  /** The next place after one that anything is stored for. */
  after(seq: number): number | undefined
  /** The last event up to a limit that anybody speaks of: an index, or the numbers of the search index. */
  claimed(limit: number): number
  /** Whether the index knows better where a row belongs. */
  isMisplaced(row: HotRow): boolean
}

type HotRow = { n: number; seq: number; body: Uint8Array; hash: Uint8Array; origin: string | null }

/** The evidence of the session that had the number `n` in the damaged file. */
export function evidenceOf(scratch: Database, n: number): Evidence {
  const hot = (seq: number) =>
    scratch.all<HotRow>(
      `SELECT n, seq, body, hash, origin FROM (
         SELECT * FROM events WHERE session = ?1 AND seq = ?2
         UNION ALL SELECT e.* FROM homes h JOIN events e ON e.n = h.n
         WHERE h.session = ?1 AND h.seq = ?2 AND (e.session <> ?1 OR e.seq <> ?2)) ORDER BY sure DESC`,
      n,
      seq,
    )
  return {
    hot,
    segments: (seq) =>
      scratch.all<SegmentRow>(
        "SELECT * FROM segments WHERE session = ? AND first <= ? AND last >= ? ORDER BY first DESC, sure DESC",
        n,
        seq,
        seq,
      ),
    hashes(seq) {
      const ends = scratch.all<{ hash: Uint8Array }>(
        `SELECT after AS hash FROM segments WHERE session = ?1 AND last = ?2
         UNION ALL SELECT before FROM segments WHERE session = ?1 AND first = ?2 + 1
         UNION ALL SELECT hash FROM sessions WHERE n = ?1 AND head = ?2`,
        n,
        seq,
      )
      return [...hot(seq), ...ends].map(({ hash }) => hash)
    },
    after: (seq) =>
      scratch.get<{ seq: number | null }>(
        `SELECT min(seq) AS seq FROM (
           SELECT min(seq) AS seq FROM events WHERE session = ?1 AND seq > ?2
           UNION ALL SELECT min(first) FROM segments WHERE session = ?1 AND first > ?2)`,
        n,
        seq,
      )?.seq ?? undefined,
    claimed: (limit) =>
      scratch.get<{ seq: number | null }>(
        `SELECT max(seq) AS seq FROM (
           SELECT seq FROM homes WHERE session = ?1 AND seq <= ?2 AND sure = 1
           UNION ALL SELECT seq FROM documents WHERE session = ?1 AND seq <= ?2 AND sure = 1)`,
        n,
        limit,
      )?.seq ?? 0,
    isMisplaced: (row) =>
      scratch.get("SELECT 1 FROM homes WHERE n = ?1 AND session = ?2 AND seq = ?3", row.n, n, row.seq) === undefined &&
      scratch.get("SELECT 1 FROM homes WHERE n = ?1 AND (session = ?2) <> (seq = ?3)", row.n, n, row.seq) !== undefined,
  }
}

/** An event whose bytes are proven, with its hash. */
export type Proven = { origin: string; body: Uint8Array; hash: Uint8Array; n?: number }

/** The event at a place, if one follows from a hash before it and somebody confirms what it leads to. */
export function proveHot(
  evidence: Evidence,
  seq: number,
  befores: readonly Uint8Array[],
  origins: readonly string[],
): Proven | undefined {
  for (const row of evidence.hot(seq)) {
    for (const origin of new Set([...(row.origin === null ? [] : [row.origin]), ...origins])) {
      for (const before of befores) {
        const hash = link(before, origin, row.body)
        if (isConfirmed(evidence, seq, hash, origins)) return { origin, body: row.body, hash, n: row.n }
      }
    }
  }
  return undefined
}

/** A segment that begins at a place and follows from a hash before it, with what it leads to. */
export function proveSegment(
  evidence: Evidence,
  seq: number,
  befores: readonly Uint8Array[],
  origins: readonly string[],
): { row: SegmentRow; origin: string; before: Uint8Array; after: Uint8Array } | undefined {
  for (const row of evidence.segments(seq)) {
    if (row.first !== seq) continue
    for (const origin of new Set([...(row.origin === null ? [] : [row.origin]), ...origins])) {
      for (const before of befores) {
        const after = unpackSegment({ ...row, before }, origin)?.hashes.at(-1)
        // Its own checksum stands for the bytes, but not for whose they are: the chain does.
        if (after && isConfirmed(evidence, row.last, after, origins)) return { row, origin, before, after }
      }
    }
  }
  return undefined
}

/** Whether somebody says that this is the hash of the event, or the next one follows from it. */
function isConfirmed(evidence: Evidence, seq: number, hash: Uint8Array, origins: readonly string[]): boolean {
  const said = (at: number, wanted: Uint8Array) => evidence.hashes(at).some((each) => same(each, wanted))
  if (said(seq, hash)) return true
  return evidence
    .hot(seq + 1)
    .some(({ body, origin }) =>
      [...(origin === null ? [] : [origin]), ...origins].some((each) => said(seq + 1, link(hash, each, body))),
    )
}
