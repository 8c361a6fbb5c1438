import type { Database } from "../database.ts"
import { link, same } from "../log/chain.ts"
import { type SegmentRow, unpackSegment } from "../log/segment.ts"

/** A row that may hold events of a log: one event, or a segment of them. */
export type Piece = { last: number; origin: string | null; row: EventRow | SegmentRow }

export type EventRow = { n: number; seq: number; body: Uint8Array; hash: Uint8Array; origin: string | null }

/** What the salvaged rows of one session say: bytes that may be events, and hashes that may be theirs. */
export type Evidence = {
  /** The rows that may start at a place, by their own word or by that of the index. */
  piecesAt(seq: number): Piece[]
  /** The hashes that any row gives for the event at a place. */
  hashesAt(seq: number): Uint8Array[]
  /** The next place after one that anything is stored for. */
  nextAfter(seq: number): number | undefined
  /** The last event up to a limit that an index or the search index knows of. */
  lastIndexed(limit: number): number
  /** Whether the index knows another place for an event. */
  isMisplaced(row: EventRow, seq: number): boolean
}

/** The evidence of the session that had the number `n` in the damaged file. */
export function evidenceOf(scratch: Database, n: number): Evidence {
  const events = (seq: number) =>
    scratch.all<EventRow>(
      `SELECT n, seq, body, hash, origin FROM (
         SELECT * FROM events WHERE session = ?1 AND seq = ?2
         UNION ALL SELECT e.* FROM homes h JOIN events e ON e.n = h.n
         WHERE h.session = ?1 AND h.seq = ?2 AND (e.session <> ?1 OR e.seq <> ?2)) ORDER BY sure DESC`,
      n,
      seq,
    )
  const segments = (seq: number) =>
    scratch.all<SegmentRow>("SELECT * FROM segments WHERE session = ? AND first = ? ORDER BY sure DESC", n, seq)
  return {
    piecesAt: (seq) => [
      ...events(seq).map((row) => ({ last: seq, origin: row.origin, row })),
      ...segments(seq).map((row) => ({ last: row.last, origin: row.origin, row })),
    ],
    hashesAt(seq) {
      const ends = scratch.all<{ hash: Uint8Array }>(
        `SELECT after AS hash FROM segments WHERE session = ?1 AND last = ?2
         UNION ALL SELECT before FROM segments WHERE session = ?1 AND first = ?2 + 1
         UNION ALL SELECT hash FROM sessions WHERE n = ?1 AND head = ?2`,
        n,
        seq,
      )
      return [...events(seq), ...ends].map(({ hash }) => hash)
    },
    nextAfter: (seq) =>
      scratch.get<{ seq: number | null }>(
        `SELECT min(seq) AS seq FROM (
           SELECT min(seq) AS seq FROM events WHERE session = ?1 AND seq > ?2
           UNION ALL SELECT min(first) FROM segments WHERE session = ?1 AND first > ?2)`,
        n,
        seq,
      )?.seq ?? undefined,
    lastIndexed: (limit) =>
      scratch.get<{ seq: number | null }>(
        `SELECT max(seq) AS seq FROM (
           SELECT seq FROM homes WHERE session = ?1 AND seq <= ?2 AND sure = 1
           UNION ALL SELECT seq FROM documents WHERE session = ?1 AND seq <= ?2 AND sure = 1)`,
        n,
        limit,
      )?.seq ?? 0,
    isMisplaced: (row, seq) =>
      scratch.get("SELECT 1 FROM homes WHERE n = ?1 AND session = ?2 AND seq = ?3", row.n, n, seq) === undefined &&
      scratch.get("SELECT 1 FROM homes WHERE n = ?1 AND (session = ?2) <> (seq = ?3)", row.n, n, seq) !== undefined,
  }
}

/** A piece whose bytes are proven, between the hash that it follows from and the one that it leads to. */
export type Proven = Piece & { origin: string; before: Uint8Array; hash: Uint8Array }

/** The piece at a place, if it follows from a hash before it and another row confirms the hash that it leads to. */
export function prove(
  evidence: Evidence,
  seq: number,
  befores: readonly Uint8Array[],
  origins: readonly string[],
): Proven | undefined {
  for (const piece of evidence.piecesAt(seq)) {
    for (const origin of originsOf(piece, origins)) {
      for (const before of befores) {
        const hash = hashAfter(piece, before, origin)
        if (hash && isConfirmed(evidence, piece.last, hash, origins)) return { ...piece, origin, before, hash }
      }
    }
  }
  return undefined
}

// Its own checksum proves the bytes of a segment, but not which log they belong to: the chain does.
function hashAfter({ row }: Piece, before: Uint8Array, origin: string): Uint8Array | undefined {
  return "body" in row ? link(before, origin, row.body) : unpackSegment({ ...row, before }, origin)?.hashes.at(-1)
}

function isConfirmed(evidence: Evidence, seq: number, hash: Uint8Array, origins: readonly string[]): boolean {
  const isGiven = (at: number, wanted: Uint8Array | undefined) =>
    evidence.hashesAt(at).some((each) => same(each, wanted))
  if (isGiven(seq, hash)) return true
  // Only its own hash may be damaged: then the next event still follows from it.
  return evidence
    .piecesAt(seq + 1)
    .some((next) => originsOf(next, origins).some((origin) => isGiven(next.last, hashAfter(next, hash, origin))))
}

function originsOf({ origin }: Piece, origins: readonly string[]): string[] {
  return [...new Set([...(origin === null ? [] : [origin]), ...origins])]
}
