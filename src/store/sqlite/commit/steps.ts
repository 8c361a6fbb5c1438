import type { Damage } from "../../contract.ts"
import type { Database } from "../database.ts"
import { type LogLocation, readRange, type Stored, spansOf } from "../log/event-rows.ts"

const mostEvents = 512
const mostBytes = 8 * 1024 * 1024

/** The stored events from..to of a log, some at a time: one event may be long, and few have to be in memory. */
export function* readInSteps(
  db: Database,
  place: LogLocation,
  from: number,
  to: number,
  onDamage?: (damage: Damage) => void,
): Generator<Stored[]> {
  for (let first = from; first <= to; ) {
    const last = stepEnd(db, place, first, to)
    yield readRange(db, place, first, last, onDamage)
    first = last + 1
  }
}

/** Where to pause when events are read from here on. */
export function stepEnd(db: Database, place: LogLocation, from: number, to: number): number {
  const most = Math.min(to, from + mostEvents - 1)
  let end = from - 1
  let bytes = 0
  for (const span of spansOf(db, place)) {
    const rows = db.all<{ last: number; bytes: number }>(
      `SELECT seq AS last, length(body) AS bytes FROM events WHERE session = ?1 AND seq BETWEEN ?2 AND ?3
       UNION ALL SELECT last, bytes FROM segments WHERE session = ?1 AND last >= ?2 AND first <= ?3 ORDER BY last`,
      span.n,
      Math.max(from, span.from),
      Math.min(most, span.to),
    )
    for (const row of rows) {
      bytes += Number(row.bytes) || 0
      if (bytes > mostBytes && end >= from) return end
      end = Math.min(most, Math.max(end, Number(row.last) || 0))
    }
  }
  return most
}
