import { emptyState } from "../../session/empty-state.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"
import { type BranchTrail, branchTrail } from "../../session/fold/trail.ts"
import { apply, branchToRefold } from "../../session/fold.ts"
import { searchableText } from "../../session/policy.ts"
import type { SessionState } from "../../session/state.ts"
import { blobRefsOf } from "../export.ts"
import { digestFor, keyedAppends } from "../idempotency.ts"
import { indexable } from "../search-text.ts"
import { type Listed, listedFrom } from "../session-row.ts"
import { checksum, same } from "./chain.ts"
import type { Database } from "./database.ts"
import { rememberBegun, rememberKey } from "./keys.ts"
import { decode, decodeAsStored, type Place, placeOf, readRange, type Stored } from "./log.ts"
import { isDescribed, openSegment, type SegmentRow } from "./segment.ts"
import { loadState, refoldBranch, saveSnapshot } from "./snapshot.ts"
import { stepEnd } from "./steps.ts"

const snapshotAtHeadAfter = 512
const snapshotAfter = 4096

/**
 * Rebuilds from the logs all that is derived from them: rows of the list, tags, keys, ids, references to blobs, epochs, the
 * search index, snapshots. Runs inside a transaction.
 */
export function rebuildDerived(db: Database): void {
  for (const table of ["tags", "begun", "leases", "partials", "snapshots", "blob_refs"]) {
    db.run(`DELETE FROM ${table} WHERE session NOT IN (SELECT n FROM sessions)`)
  }
  db.run("DELETE FROM keys WHERE session <> 0 AND session NOT IN (SELECT n FROM sessions)")
  db.run("DELETE FROM keys WHERE session = 0 AND result NOT IN (SELECT id FROM sessions)")
  const numbers = numbering(db)
  db.run("INSERT INTO search (search) VALUES ('delete-all')")
  db.exec("CREATE TEMP TABLE known AS SELECT n, session, seq FROM documents")
  db.exec("CREATE INDEX temp.known_by_session ON known (session)")
  db.exec("CREATE INDEX temp.known_by_number ON known (n)")
  db.run("DELETE FROM documents")
  for (const { id } of db.all<{ id: string }>("SELECT id FROM sessions ORDER BY n")) {
    const place = placeOf(db, id)
    if (place) rebuildSession(db, place, numbers)
  }
  db.exec("DROP TABLE temp.known")
  db.run("UPDATE marks SET value = ? WHERE name = 'indexed'", numbers.last())
  if (!db.get("SELECT 1 FROM marks WHERE name = 'indexed'")) {
    db.run("INSERT INTO marks (name, value) VALUES ('indexed', ?)", numbers.last())
  }
}

type Numbers = { next(): number; last(): number }

// Numbers of events are never used twice.
function numbering(db: Database): Numbers {
  let last =
    db.get<{ last: number | null }>(
      "SELECT max(n) AS last FROM (SELECT max(n) AS n FROM events UNION ALL SELECT max(n) FROM documents)",
    )?.last ?? 0
  return {
    next: () => {
      last += 1
      return last
    },
    last: () => last,
  }
}

function rebuildSession(db: Database, place: Place, numbers: Numbers): void {
  describeSegments(db, place)
  const blobs = new Set<string>()
  const index = indexing(db, place, numbers)
  const keys = keeping(db, place)
  for (const table of ["snapshots", "begun"]) db.run(`DELETE FROM ${table} WHERE session = ?`, place.n)
  let state = inherited(db, place)
  let hotBytes = 0
  const trail = branchTrail()
  if (state) trail.pass(state)
  for (let from = place.base + 1, to: number; from <= place.head; from = to + 1) {
    to = stepEnd(db, place, from, place.head)
    const hot = hotIn(db, place, from, to)
    for (const stored of readRange(db, place, from, to, () => undefined)) {
      const row = hot.get(stored.seq)
      if (row && !same(row.hash, stored.hash)) db.run("UPDATE events SET hash = ? WHERE n = ?", stored.hash, row.n)
      const event = decode(stored)
      index.see(event, row?.n)
      keys.see(event, stored)
      rememberBegun(db, place.n, event)
      for (const { blob } of blobRefsOf(event)) {
        // What only looks like a reference, in an event of a newer Holdfast, need not be one.
        if (isKnown(event) || db.get("SELECT 1 FROM blobs WHERE hash = ?", blob)) blobs.add(blob)
      }
      if (!state) continue
      state = foldOn(db, place, state, event, trail)
      const isDue =
        stored.seq === place.head ? place.head - place.base > snapshotAtHeadAfter : stored.seq % snapshotAfter === 0
      if (isDue && state?.seq === stored.seq) saveSnapshot(db, place, state, stored.hash)
    }
    for (const { bytes } of hot.values()) hotBytes += bytes
    if (hot.size === 0 && to < place.head && !hasMore(db, place, to)) break
  }
  const isWhole = state?.seq === place.head
  keys.end({ isWhole })
  db.run("DELETE FROM blob_refs WHERE session = ?", place.n)
  for (const blob of blobs) db.run("INSERT INTO blob_refs (session, hash) VALUES (?, ?)", place.n, blob)
  db.run("UPDATE sessions SET hot_bytes = ? WHERE n = ?", hotBytes, place.n)
  // Of a damaged log the list shows what it showed before, or what can be folded if it showed nothing.
  const isBlank = db.get("SELECT 1 FROM sessions WHERE n = ? AND workspace = ''", place.n) !== undefined
  if (state?.log.openedAt && (isWhole || isBlank)) writeRow(db, place, state)
}

function describeSegments(db: Database, { n, id }: Place): void {
  for (const { first } of db.all<{ first: number }>("SELECT first FROM segments WHERE session = ?", n)) {
    const row = db.get<SegmentRow>("SELECT * FROM segments WHERE session = ? AND first = ?", n, first)
    const opened = row && openSegment(row, row.origin ?? id)
    if (!opened || isDescribed(row)) continue
    const bytes = opened.bodies.reduce((size, body) => size + body.length + 1, 0)
    db.run(
      "UPDATE segments SET hash = ?, bytes = ? WHERE session = ? AND first = ?",
      checksum(row.data),
      bytes,
      n,
      first,
    )
  }
}

// A damaged row may say that the log goes on for ever.
function hasMore(db: Database, { n }: Place, after: number): boolean {
  return (
    db.get("SELECT 1 FROM events WHERE session = ? AND seq > ?", n, after) !== undefined ||
    db.get("SELECT 1 FROM segments WHERE session = ? AND last > ?", n, after) !== undefined
  )
}

function inherited(db: Database, place: Place): SessionState | undefined {
  try {
    return place.base === 0 ? emptyState(place.id) : loadState(db, place, place.base).state
  } catch {
    return undefined // damaged, which `verify` names
  }
}

function foldOn(
  db: Database,
  place: Place,
  state: SessionState,
  event: Event | ForeignEvent,
  trail: BranchTrail,
): SessionState | undefined {
  try {
    const ranges = branchToRefold(state, event)
    const next = apply(state, event, ranges && refoldBranch(db, place, ranges, trail))
    trail.pass(next)
    return next
  } catch {
    return undefined // a rewind to what is damaged, which `verify` names
  }
}

function hotIn(db: Database, place: Place, from: number, to: number) {
  const rows = db.all<{ seq: number; n: number; hash: Uint8Array; bytes: number }>(
    "SELECT seq, n, hash, length(body) AS bytes FROM events WHERE session = ? AND seq BETWEEN ? AND ?",
    place.n,
    from,
    to,
  )
  return new Map(rows.map(({ seq, ...row }) => [seq, row]))
}

// Sealed events have no row of their own: they keep the number that they were indexed under. Where that is lost, they get
// one between those of their neighbours, because search shows the newest first.
function indexing(db: Database, place: Place, numbers: Numbers) {
  const known = new Map<number, number>()
  const tables = ["SELECT n, seq FROM temp.known WHERE session = ?", "SELECT n, seq FROM events WHERE session = ?"]
  for (const sql of tables) for (const { n, seq } of db.all<{ n: number; seq: number }>(sql, place.n)) known.set(seq, n)
  const ahead = [...known].sort(([a], [b]) => a - b)
  let next = 0
  let last = 0
  const isTaken = (n: number) =>
    ["documents", "events", "temp.known"].some((table) => db.get(`SELECT 1 FROM ${table} WHERE n = ?`, n) !== undefined)
  const between = (seq: number) => {
    while ((ahead[next]?.[0] ?? Number.POSITIVE_INFINITY) <= seq) next++
    const upper = ahead[next]?.[1] ?? numbers.last()
    let n = last + 1
    while (n < upper && n - last < tries && isTaken(n)) n++
    return n < upper && n - last < tries ? n : numbers.next()
  }
  const isFree = (n: number) =>
    n > 0 && !["documents", "events"].some((table) => db.get(`SELECT 1 FROM ${table} WHERE n = ?`, n) !== undefined)
  return {
    see(event: Event | ForeignEvent, row: number | undefined) {
      const text = isKnown(event) ? searchableText(event) : undefined
      if (text === undefined) return
      const kept = known.get(event.seq)
      const n = row ?? (kept !== undefined && isFree(kept) ? kept : between(event.seq))
      last = n
      db.run("INSERT INTO search (rowid, text) VALUES (?, ?)", n, indexable(text))
      db.run("INSERT INTO documents (n, session, seq) VALUES (?, ?, ?)", n, place.n, event.seq)
    },
  }
}

const tries = 64

// A whole log tells all of its keys. Where a part of an append may be lost, what was remembered of it is believed; what an
// opening was asked with in full is not in the log, and its key belongs to the store that it was opened in.
function keeping(db: Database, place: Place) {
  const rows = db.all<{ key: string; digest: string; result: string }>(
    "SELECT key, digest, result FROM keys WHERE session = ?",
    place.n,
  )
  const before = new Map(rows.map((row) => [row.key, row]))
  const lost = new Map(before)
  const through = foreignThrough(db, place)
  db.run("DELETE FROM keys WHERE session = ?", place.n)
  const appends = keyedAppends(place.id, ({ key, to, digest, isWhole }) => {
    lost.delete(key)
    const row = isWhole ? undefined : before.get(key)
    rememberKey(db, place.n, key, row?.digest ?? digest, row?.result ?? String(to))
  })
  return {
    see(event: Event | ForeignEvent, stored: Stored) {
      appends.see(decodeAsStored(stored))
      if (event.type !== "session.opened" || event.key === undefined) return
      if (event.session !== place.id || event.seq <= through) return
      const known = db.get("SELECT 1 FROM keys WHERE session = 0 AND key = ? AND result = ?", event.key, place.id)
      if (!known) rememberKey(db, 0, event.key, digestFor(event.data), place.id)
    },
    end({ isWhole }: { isWhole: boolean }) {
      appends.end(place.head)
      if (!isWhole) for (const { key, digest, result } of lost.values()) rememberKey(db, place.n, key, digest, result)
    },
  }
}

/** How much of a log came from elsewhere. */
function foreignThrough(db: Database, { n }: Place): number {
  return db.get<{ through: number }>("SELECT foreign_through AS through FROM sessions WHERE n = ?", n)?.through ?? 0
}

function writeRow(db: Database, place: Place, state: SessionState): void {
  const { n } = place
  const listed: Listed = listedFrom(state)
  for (const [field, value] of Object.entries(listed)) {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    db.run(`UPDATE sessions SET ${column} = ? WHERE n = ?`, value, n)
  }
  db.run("DELETE FROM tags WHERE session = ?", n)
  for (const tag of new Set(state.log.tags)) db.run("INSERT INTO tags (tag, session) VALUES (?, ?)", tag, n)
  const { owner } = state.log
  if (!owner || owner.seq <= Math.max(place.base, foreignThrough(db, place))) return
  db.run(
    `INSERT INTO leases (session, epoch) VALUES (?, ?)
     ON CONFLICT (session) DO UPDATE SET epoch = max(epoch, excluded.epoch)`,
    n,
    owner.epoch,
  )
}
