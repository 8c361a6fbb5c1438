import { HoldfastError } from "../../../session/error.ts"
import type { Event, ForeignEvent } from "../../../session/event.ts"
import { upcast } from "../../../session/upcast.ts"
import type { Damage } from "../../contract.ts"
import type { Database } from "../database.ts"
import { throwDamage } from "../rescue/damage-error.ts"
import { lastNoteSql } from "../search/change-note.ts"
import { genesis, link, same } from "./chain.ts"
import { openSegment, type SegmentRow, unpackSegment } from "./segment.ts"

/** Where the log of a session is found: its own part, and the one that a fork inherits up to `base`. */
export type LogLocation = {
  n: number
  id: string
  parent: number | null
  base: number
  head: number
  hash: Uint8Array
  sealed: number
}

/** A stretch of a log that is stored under one session. */
type Span = { n: number; id: string; from: number; to: number; hash: Uint8Array | null }

export type Stored = { seq: number; origin: string; body: Uint8Array; hash: Uint8Array }

const placeColumns = "n, id, parent, base, head, hash, sealed"

export function locateLog(db: Database, id: string): LogLocation | undefined {
  const place = db.get<LogLocation>(`SELECT ${placeColumns} FROM sessions WHERE id = ?`, id)
  if (!place) return undefined
  if (isSound(place)) return place.id === id ? place : { ...place, id }
  throw new HoldfastError(
    "damaged",
    `Session ${id} is damaged: its row holds what is never written there. Run 'holdfast doctor --repair'.`,
    { details: { session: id } },
  )
}

/** The highest number that an event has, or has had: the next one gets a higher one. */
export function lastEventNumber(db: Database): number {
  const row = db.get<{ last: number }>(
    `SELECT max(coalesce((SELECT max(n) FROM events), 0), coalesce((SELECT max(n) FROM documents), 0),
     (SELECT value FROM marks WHERE name = 'indexed'), ${lastNoteSql}) AS last`,
  )
  return row?.last ?? 0
}

/** The event that stored bytes hold, in the version that this program speaks. */
export function decode(stored: Omit<Stored, "hash">): Event | ForeignEvent {
  return upcast(decodeAsStored(stored))
}

/** The event that stored bytes hold, in the version in which it was written. */
export function decodeAsStored({ seq, origin, body }: Omit<Stored, "hash">): ForeignEvent {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  return { ...JSON.parse(text), session: origin, seq } as ForeignEvent
}

/**
 * The stored events from..to of a log, in order, each checked against its hash. Damage is reported and left out, never
 * returned as good data.
 */
export function readRange(
  db: Database,
  place: LogLocation,
  from: number,
  to: number,
  onDamage: (damage: Damage) => void = (damage) => throwDamage(db, damage),
): Stored[] {
  const reading: Reading = { db, place, found: [], onDamage }
  for (const span of spansOf(db, place)) {
    const first = Math.max(from, span.from)
    const last = Math.min(to, span.to)
    if (first <= last) readSpan(reading, span, first, last)
  }
  return reading.found
}

/** The hash of the event at `seq`, as stored; of 0, what the first event is chained to. */
export function hashAt(db: Database, place: LogLocation, seq: number): Uint8Array | undefined {
  const spans = spansOf(db, place)
  const span = spans.find(({ from, to }) => seq >= from && seq <= to)
  if (!span) return seq === 0 ? genesis(rootOf(db, spans)) : undefined
  const row = hotAt(db, span.n, seq)
  if (row) return row.hash
  const segment = segmentAt(db, span.n, seq)
  if (!segment) return undefined
  if (segment.last === seq) return segment.after
  return unpackSegment(segment, segment.origin ?? span.id)?.hashes[seq - segment.first]
}

/** The events 1..n come from these spans, oldest first. */
export function spansOf(db: Database, place: LogLocation): Span[] {
  const own = { n: place.n, id: place.id, from: place.base + 1, to: place.head, hash: place.hash }
  if (place.parent === null) return [own]
  const parent = db.get<LogLocation>(`SELECT ${placeColumns} FROM sessions WHERE n = ?`, place.parent)
  // Nothing is stored under 0: what cannot be inherited is missing.
  if (!parent || !isSound(parent) || parent.head < place.base || !inherits(db, place, parent)) {
    return [{ n: 0, id: place.id, from: 1, to: place.base, hash: null }, own]
  }
  const inherited = spansOf(db, parent).filter(({ from }) => from <= place.base)
  return [...inherited.map((span) => (span.to > place.base ? { ...span, to: place.base, hash: null } : span)), own]
}

/** The last event that is stored, whatever the row of the session says. */
export function storedThrough(db: Database, { n, base }: LogLocation): number {
  const hot = db.get<{ seq: number | null }>("SELECT max(seq) AS seq FROM events WHERE session = ?", n)?.seq ?? 0
  const sealed = db.get<{ last: number }>(
    "SELECT last FROM segments WHERE session = ? ORDER BY first DESC LIMIT 1",
    n,
  )?.last
  return Math.max(base, hot, sealed ?? 0)
}

// SQLite hands out what a damaged row holds, of whatever type. A fork is younger than what it was forked from.
function isSound({ n, parent, base, head, hash }: LogLocation): boolean {
  const counted = [n, base, head, parent ?? 0].every((value) => Number.isSafeInteger(value) && value >= 0)
  const forked = parent === null ? base === 0 : parent < n && base > 0
  return counted && forked && head >= base && hash instanceof Uint8Array
}

// A fork's first event names what it was forked from. Row and event are kept apart: where they differ, one is damaged,
// and events of a stranger must not be taken for inherited ones.
function inherits(db: Database, place: LogLocation, parent: LogLocation): boolean {
  const claim = parentIn(bodyAt(db, place, place.base + 1))?.session
  if (claim !== undefined) return claim === parent.id || !db.get("SELECT 1 FROM sessions WHERE id = ?", claim)
  const own = db.get("SELECT 1 FROM events WHERE session = ? AND seq <= ?", place.n, place.base)
  return !own && !db.get("SELECT 1 FROM segments WHERE session = ? AND first <= ?", place.n, place.base)
}

/** What the event of a body says that it was forked from, if it does and can be read. */
export function parentIn(body: Uint8Array | undefined): { session: string; seq: number } | undefined {
  try {
    const { data } = JSON.parse(Buffer.from(body ?? []).toString()) as { data?: { parent?: Record<string, unknown> } }
    const { session, seq } = data?.parent ?? {}
    return typeof session === "string" && typeof seq === "number" ? { session, seq } : undefined
  } catch {
    return undefined // unproven bytes: the caller decides what it means that they say nothing
  }
}

// A log that was imported keeps the id that it began with.
function rootOf(db: Database, spans: Span[]): string {
  const [first] = spans
  if (!first) return ""
  const row =
    db.get<{ origin: string | null }>("SELECT origin FROM events WHERE session = ? AND seq = 1", first.n) ??
    db.get<{ origin: string | null }>("SELECT origin FROM segments WHERE session = ? AND first = 1", first.n)
  return row?.origin ?? first.id
}

type HotRow = { seq: number; body: Uint8Array; hash: Uint8Array; origin: string | null }

function hotAt(db: Database, session: number, seq: number): HotRow | undefined {
  return db.get<HotRow>("SELECT seq, body, hash, origin FROM events WHERE session = ? AND seq = ?", session, seq)
}

function segmentAt(db: Database, session: number, seq: number): SegmentRow | undefined {
  const row = db.get<SegmentRow>(
    `SELECT * FROM segments WHERE session = ?1 AND last >= ?2
       AND first = (SELECT max(first) FROM segments WHERE session = ?1 AND first <= ?2)`,
    session,
    seq,
  )
  return row && row.first <= seq ? row : undefined
}

function bodyAt(db: Database, place: LogLocation, seq: number): Uint8Array | undefined {
  const row = hotAt(db, place.n, seq)
  if (row) return row.body
  const segment = segmentAt(db, place.n, seq)
  return segment && unpackSegment(segment, segment.origin ?? place.id)?.bodies[seq - segment.first]
}

type Reading = { db: Database; place: LogLocation; found: Stored[]; onDamage: (damage: Damage) => void }

function readSpan(reading: Reading, span: Span, first: number, last: number): void {
  const { db, place, onDamage } = reading
  let hash: Uint8Array | undefined
  for (let seq = first; seq <= last; ) {
    const row = segmentAt(db, span.n, seq)
    const next = db.get<{ first: number }>(
      "SELECT first FROM segments WHERE session = ? AND first > ? ORDER BY first LIMIT 1",
      span.n,
      seq,
    )
    const end = Math.max(seq, Math.min(last, row?.last ?? last, (next?.first ?? last + 1) - 1))
    hash = row ? readSegment(reading, span, row, seq, end) : readHot(reading, span, seq, end)
    seq = end + 1
  }
  if (last === span.to && span.hash && hash && !same(hash, span.hash)) {
    onDamage({ session: place.id, from: last + 1, to: last + 1, what: "the log does not end as its row says" })
  }
}

/** Reads from a segment; returns the hash that it ends in, where that is known. */
function readSegment(
  { place, found, onDamage }: Reading,
  span: Span,
  row: SegmentRow,
  from: number,
  to: number,
): Uint8Array | undefined {
  const origin = row.origin ?? span.id
  const opened = openSegment(row, origin)
  if (!opened) {
    onDamage({ session: place.id, from, to, what: "its segment does not match its hash" })
    return undefined
  }
  for (let seq = from; seq <= to; seq++) {
    const body = opened.bodies[seq - row.first]
    const hash = opened.hashes[seq - row.first]
    if (body && hash) found.push({ seq, origin, body, hash })
  }
  return opened.hashes[to - row.first]
}

/** Reads hot events; returns the hash that they end in, where that is known. */
function readHot(
  { db, place, found, onDamage }: Reading,
  span: Span,
  first: number,
  last: number,
): Uint8Array | undefined {
  const reportDamage = (from: number, to: number, what: string) => onDamage({ session: place.id, from, to, what })
  const rows = db.all<HotRow>(
    "SELECT seq, body, hash, origin FROM events WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq",
    span.n,
    first,
    last + 1,
  )
  let before = hashBefore(db, place, span, rows[0], first)
  let expected = first
  for (const [index, row] of rows.entries()) {
    if (row.seq > last) break
    // A damaged index hands out rows in no order: what it puts in a wrong place is missing in the right one.
    if (row.seq < expected) continue
    if (row.seq > expected) {
      reportDamage(expected, row.seq - 1, "events are missing")
      before = undefined
    }
    expected = row.seq + 1
    // After a gap the first event has nothing to be checked against but the one that follows it.
    const proven = before && proof(before, row, rows[index + 1], span)
    if (proven) found.push({ seq: row.seq, origin: row.origin ?? span.id, body: row.body, hash: proven })
    else reportDamage(row.seq, row.seq, "the event does not match its hash")
    before = proven ?? row.hash
  }
  if (expected > last) return before
  reportDamage(expected, last, "events are missing")
  return undefined
}

// Where the stored hash before the first row does not lead to it, the event before is asked: only the hash may be rotten.
function hashBefore(db: Database, place: LogLocation, span: Span, row: HotRow | undefined, first: number) {
  const stored = hashAt(db, place, first - 1)
  if (!stored || row?.seq !== first || linked(stored, row, span)) return stored
  const before = spansOf(db, place).find(({ from, to }) => first - 1 >= from && first - 1 <= to)
  const event = before && hotAt(db, before.n, first - 1)
  const chain = event && hashAt(db, place, first - 2)
  if (event && chain && isWhole(event)) {
    const computed = link(chain, event.origin ?? before.id, event.body)
    return linked(computed, row, span) ? computed : stored
  }
  const segment = before && !event ? segmentAt(db, before.n, first - 1) : undefined
  const computed =
    segment && unpackSegment(segment, segment.origin ?? before?.id ?? "")?.hashes[first - 1 - segment.first]
  return computed && linked(computed, row, span) ? computed : stored
}

// When only the stored hash rotted, what comes after still proves the event.
function proof(before: Uint8Array, row: HotRow, next: HotRow | undefined, span: Span): Uint8Array | undefined {
  if (!isWhole(row) || !(before instanceof Uint8Array)) return undefined
  const computed = link(before, row.origin ?? span.id, row.body)
  if (same(computed, row.hash)) return computed
  if (next?.seq === row.seq + 1) return linked(computed, next, span) ? computed : undefined
  return row.seq === span.to && span.hash !== null && same(computed, span.hash) ? computed : undefined
}

function linked(before: Uint8Array, row: HotRow, span: Span): boolean {
  if (!isWhole(row) || !(before instanceof Uint8Array)) return false
  return same(link(before, row.origin ?? span.id, row.body), row.hash)
}

function isWhole({ body, origin }: HotRow): boolean {
  return body instanceof Uint8Array && (origin === null || typeof origin === "string")
}
