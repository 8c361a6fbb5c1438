import { isDeepStrictEqual } from "node:util"
import { emptyState } from "../../session/empty-state.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"
import { type BranchTrail, branchTrail } from "../../session/fold/trail.ts"
import { apply, branchToRefold, foldBranch, foldVersion, rangesAfter } from "../../session/fold.ts"
import type { BranchState, Range, SessionState } from "../../session/state.ts"
import type { Damage, Problem } from "../contract.ts"
import { blobRefsOf } from "../export.ts"
import { link, same } from "./chain.ts"
import type { Database } from "./database.ts"
import { decode, hashAt, type Place, readRange, type Stored, spansOf, storedThrough } from "./log.ts"
import { isDescribed, openSegment, type SegmentRow } from "./segment.ts"
import { loadState, openSnapshot, type SnapshotRow } from "./snapshot.ts"
import { readInSteps, stepEnd } from "./steps.ts"
import { type Sight, verifyBegun, verifyDocuments, verifyKeys, verifyRow } from "./verify-derived.ts"
import type { TextSum } from "./verify-search.ts"

/** What is known of a session after its check; without damage `damagedFrom` is infinite. */
export type Checked = { place: Place; events: number; damagedFrom: number }

/** Checks the log of a session from an event on, and everything that is derived from it. */
export function verifySession(
  db: Database,
  place: Place,
  from: number,
  tell: (problem: Problem) => void,
  texts: TextSum,
): Checked {
  const checked: Checked = { place, events: 0, damagedFrom: Number.POSITIVE_INFINITY }
  const damage = (seq: number, what: string) => {
    checked.damagedFrom = Math.min(checked.damagedFrom, seq)
    tell({ session: place.id, seq, what, derived: false })
  }
  const derived = (seq: number | null, what: string) => tell({ session: place.id, seq, what, derived: true })
  if (spansOf(db, place)[0]?.n === 0)
    damage(1, "what it inherits cannot be found: its row and its first event disagree")

  const watchers = [
    verifyKeys(db, place, derived),
    verifyBegun(db, place, derived),
    verifyDocuments(db, place, derived, texts),
    verifyBlobReferences(db, place, tell),
  ]
  const fold = folding(db, place, from, derived)
  let chain = hashAt(db, place, from - 1)
  let expected = from
  let hotBytes = 0
  let hotRows = 0
  for (const page of pages(db, place, from, damage)) {
    const hot = hotIn(db, place, page.from, page.to)
    hotRows += hot.size
    for (const stored of page.events) {
      const row = hot.get(stored.seq)
      const isNext = stored.seq === expected
      if (isNext && chain && !same(link(chain, stored.origin, stored.body), stored.hash)) {
        damage(stored.seq, "it does not follow from the event before it")
      }
      if (row && !same(row.hash, stored.hash))
        derived(stored.seq, "its stored hash is wrong; the next one proves the event")
      chain = stored.hash
      expected = stored.seq + 1
      hotBytes += row?.bytes ?? 0
      if (stored.seq > place.base) checked.events++
      const event = decode(stored)
      for (const watch of watchers) watch.see(event, { stored, n: row?.n, own: stored.seq > place.base })
      if (isNext) fold.see(event)
    }
  }
  verifySegments(db, place, derived)
  if (checked.damagedFrom < Number.POSITIVE_INFINITY) return checked
  for (const watch of watchers) watch.end()
  const rows = db.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE session = ?", place.n)?.count
  if (rows !== hotRows) derived(null, "there are event rows under its number that are no part of its log")
  const { state } = fold
  if (state?.seq === place.head) verifyRow(db, place, state, hotBytes, derived)
  return checked
}

// The chain proves the events; what else a segment says of itself can be made again.
function verifySegments(db: Database, { n, id }: Place, derived: (seq: number, what: string) => void): void {
  for (const { first } of db.all<{ first: number }>("SELECT first FROM segments WHERE session = ?", n)) {
    const row = db.get<SegmentRow>("SELECT * FROM segments WHERE session = ? AND first = ?", n, first)
    if (row && openSegment(row, row.origin ?? id) && !isDescribed(row))
      derived(first, "its segment has a wrong checksum or size")
  }
}

type Page = { from: number; to: number; events: Stored[] }

// Damage is told in stretches. Where SQLite gives up on a page of events, they are read one by one.
function* pages(
  db: Database,
  place: Place,
  from: number,
  damage: (seq: number, what: string) => void,
): Generator<Page> {
  const stretch: { last?: Damage } = {}
  const settle = () => {
    const { last } = stretch
    if (last) damage(last.from, last.from === last.to ? last.what : `${last.what} (through seq ${last.to})`)
    delete stretch.last
  }
  const onDamage = (found: Damage) => {
    const { last } = stretch
    if (last?.what === found.what && last.to + 1 === found.from) {
      stretch.last = { ...last, to: found.to }
    } else {
      settle()
      stretch.last = found
    }
  }
  const through = Math.min(place.head, storedThrough(db, place))
  for (let first = from, to: number; first <= through; first = to + 1) {
    to = first
    let events: Stored[] = []
    try {
      to = stepEnd(db, place, first, through)
      const told: Damage[] = []
      events = readRange(db, place, first, to, (found) => told.push(found))
      told.forEach(onDamage)
    } catch {
      events = oneByOne(db, place, first, to, onDamage)
    }
    yield { from: first, to, events }
  }
  if (through < place.head) {
    onDamage({ session: place.id, from: Math.max(from, through + 1), to: place.head, what: "events are missing" })
  }
  settle()
}

function oneByOne(db: Database, place: Place, from: number, to: number, onDamage: (damage: Damage) => void): Stored[] {
  const events: Stored[] = []
  for (let seq = from; seq <= to; seq++) {
    try {
      events.push(...readRange(db, place, seq, seq, onDamage))
    } catch (error) {
      const what = `it cannot be read: ${error instanceof Error ? error.message : String(error)}`
      onDamage({ session: place.id, from: seq, to: seq, what })
    }
  }
  return events
}

function hotIn(db: Database, place: Place, from: number, to: number) {
  const hot = new Map<number, { n: number; hash: Uint8Array; bytes: number }>()
  try {
    const rows = db.all<{ seq: number; n: number; hash: Uint8Array; bytes: number }>(
      "SELECT seq, n, hash, length(body) AS bytes FROM events WHERE session = ? AND seq BETWEEN ? AND ?",
      place.n,
      from,
      to,
    )
    for (const { seq, ...row } of rows) hot.set(seq, row)
  } catch {
    // The events of this page were read one by one, and what could not be read was told.
  }
  return hot
}

/** Folds the log as it is read, without the help of snapshots, and compares those with it. */
function folding(db: Database, place: Place, from: number, derived: (seq: number | null, what: string) => void) {
  let state: SessionState | undefined = stateBefore(db, place, from)
  const snapshots = db.all<{ seq: number }>("SELECT seq FROM snapshots WHERE session = ? ORDER BY seq", place.n)
  const at = new Set(snapshots.map(({ seq }) => seq))
  for (const seq of at) {
    if (seq <= place.base || seq > place.head) derived(seq, "there is a snapshot of an event that it does not have")
  }
  const trail = branchTrail()
  return {
    get state() {
      return state
    },
    see(event: Event | ForeignEvent) {
      if (!state) return
      const ranges = branchToRefold(state, event)
      state = apply(state, event, ranges && refold(db, place, ranges, trail))
      trail.pass(state)
      if (at.has(event.seq) && !holds(db, place, state)) {
        derived(event.seq, "its snapshot is not the state that its log leads to")
      }
    },
  }
}

function stateBefore(db: Database, place: Place, from: number): SessionState | undefined {
  if (from === 1) return emptyState(place.id)
  try {
    return loadState(db, place, from - 1).state
  } catch {
    return undefined // what is inherited is damaged, which is told under the session that it is inherited from
  }
}

function refold(db: Database, place: Place, ranges: Range[], trail: BranchTrail): BranchState {
  const start = trail.backTo(ranges)
  return foldBranch(place.id, eventsIn(db, place, rangesAfter(ranges, start?.seq ?? 0)), start)
}

function* eventsIn(db: Database, place: Place, ranges: Range[]): Generator<Event | ForeignEvent> {
  for (const { from, to } of ranges) {
    for (const step of readInSteps(db, place, from, to ?? 0, () => undefined)) yield* step.map(decode)
  }
}

function holds(db: Database, place: Place, state: SessionState): boolean {
  const row = db.get<SnapshotRow>(
    "SELECT seq, version, chain, hash, data FROM snapshots WHERE session = ? AND seq = ?",
    place.n,
    state.seq,
  )
  // One of another version is never used: nothing can be said of it, and nothing depends on it.
  if (!row || row.version < foldVersion) return true
  const kept = openSnapshot(place.id, row)
  return kept !== undefined && isDeepStrictEqual(kept, JSON.parse(JSON.stringify(state)))
}

function verifyBlobReferences(db: Database, place: Place, tell: (problem: Problem) => void) {
  const rows = db.all<{ hash: string }>("SELECT hash FROM blob_refs WHERE session = ?", place.n)
  const stored = new Set(rows.map(({ hash }) => hash))
  const named = new Set<string>()
  const checked = new Set<string>()
  const about = { session: place.id, seq: null as number | null }
  return {
    see(event: Event | ForeignEvent, { own }: Sight) {
      if (!own) return
      for (const { blob } of blobRefsOf(event)) {
        named.add(blob)
        // What only looks like a reference, in an event of a newer Holdfast, need not be one.
        if (!isKnown(event) || checked.has(blob)) continue
        checked.add(blob)
        if (!stored.has(blob))
          tell({ ...about, seq: event.seq, what: `its blob ${blob} is not listed for it`, derived: true })
        if (!db.get("SELECT 1 FROM blobs WHERE hash = ?", blob)) {
          tell({ ...about, seq: event.seq, what: `it names the blob ${blob}, which is missing`, derived: false, blob })
        }
      }
    },
    end() {
      for (const blob of stored) {
        if (!named.has(blob))
          tell({ ...about, what: `blob ${blob} is listed for it, but no event names it`, derived: true })
      }
    },
  }
}
