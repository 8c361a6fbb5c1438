import type { Core } from "../core.ts"
import { link, same } from "./chain.ts"
import { hashAt, locateLog } from "./event-rows.ts"
import { writeSegment } from "./segment.ts"

/** How much one segment holds before compression: what reading an old event costs at most. */
const segmentBytes = 256 * 1024

type Row = { n: number; seq: number; body: Uint8Array; hash: Uint8Array; origin: string | null }

/**
 * Seals the oldest hot events of a session into one segment, as long as more than `rotateAfterBytes` are hot. Runs
 * inside a transaction; true if there may be more to seal. Neither the head nor `updatedAt` moves.
 */
export function sealNext(core: Core, id: string): boolean {
  const place = locateLog(core.writer, id)
  if (!place) return false
  const { hot_bytes: hotBytes } = core.writer.get<{ hot_bytes: number }>(
    "SELECT hot_bytes FROM sessions WHERE n = ?",
    place.n,
  ) ?? { hot_bytes: 0 }
  if (hotBytes < core.rotateAfterBytes) return false
  const rows = oldest(core, place.n, Math.min(segmentBytes, core.rotateAfterBytes))
  const [first] = rows
  const last = rows.at(-1)
  const before = first && hashAt(core.writer, place, first.seq - 1)
  if (!first || !last || !before || !chained(before, id, rows)) return false
  const span = { session: place.n, first: first.seq, last: last.seq, before, after: last.hash, origin: first.origin }
  writeSegment(
    core.writer,
    span,
    rows.map(({ body }) => body),
  )
  core.writer.run("DELETE FROM events WHERE session = ? AND seq <= ?", place.n, last.seq)
  const sealedBytes = rows.reduce((sum, { body }) => sum + body.length, 0)
  core.writer.run(
    "UPDATE sessions SET sealed = ?, hot_bytes = hot_bytes - ? WHERE n = ?",
    last.seq,
    sealedBytes,
    place.n,
  )
  const known = core.sessions.get(id)
  if (known) {
    core.sessions.set(id, {
      ...known,
      place: { ...known.place, sealed: last.seq },
      hotBytes: known.hotBytes - sealedBytes,
    })
  }
  return true
}

// Only what the search index has taken in, of one origin, without a gap; the newest event stays hot. Of all that is hot, only
// what goes into the segment is read.
function oldest(core: Core, session: number, bytes: number): Row[] {
  const hot = core.writer.all<{ seq: number; origin: string | null; bytes: number }>(
    `SELECT seq, origin, length(body) AS bytes FROM events
     WHERE session = ? AND seq < (SELECT head FROM sessions WHERE n = ?)
       AND n <= (SELECT value FROM marks WHERE name = 'indexed')
     ORDER BY seq LIMIT 4096`,
    session,
    session,
  )
  let size = 0
  const end = hot.findIndex((row, at) => {
    const previous = hot[at - 1]
    if (previous && (size >= bytes || row.origin !== previous.origin || row.seq !== previous.seq + 1)) return true
    size += row.bytes
    return false
  })
  const last = end < 0 ? hot.at(-1) : hot[end - 1]
  if (!last) return []
  return core.writer.all<Row>(
    "SELECT n, seq, body, hash, origin FROM events WHERE session = ? AND seq <= ? ORDER BY seq",
    session,
    last.seq,
  )
}

// Damage is never sealed in: it stays where `verify` names it.
function chained(before: Uint8Array, id: string, rows: readonly Row[]): boolean {
  let hash = before
  for (const row of rows) {
    if (!same(link(hash, row.origin ?? id, row.body), row.hash)) return false
    hash = row.hash
  }
  return true
}
