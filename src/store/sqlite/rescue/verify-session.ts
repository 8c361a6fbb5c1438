import { isDeepStrictEqual } from "node:util"
import { foldVersion } from "../../../session/fold.ts"
import type { SessionState } from "../../../session/state.ts"
import type { Problem } from "../../contract.ts"
import type { Database } from "../database.ts"
import { link, same } from "../log/chain.ts"
import { hashAt, type LogLocation, spansOf } from "../log/event-rows.ts"
import { descriptionOf, openSegment, type SegmentRow } from "../log/segment.ts"
import { openSnapshot, type SnapshotRow } from "../log/snapshot.ts"
import { deriving } from "./derived.ts"
import { foldingFrom, walkLog } from "./log-walk.ts"
import { verifyDerived, verifyDocuments, verifyRow } from "./verify-derived.ts"
import type { TextSum } from "./verify-search.ts"

/** What is known of a session after its check; without damage `damagedFrom` is infinite. */
export type Checked = { place: LogLocation; events: number; damagedFrom: number }

/** Checks the log of a session from an event on, and everything that is derived from it. */
export function verifySession(
  db: Database,
  place: LogLocation,
  from: number,
  reportProblem: (problem: Problem) => void,
  texts: TextSum,
): Checked {
  const checked: Checked = { place, events: 0, damagedFrom: Number.POSITIVE_INFINITY }
  const damage = (seq: number, what: string) => {
    checked.damagedFrom = Math.min(checked.damagedFrom, seq)
    reportProblem({ session: place.id, seq, what, derived: false })
  }
  const derived = (seq: number | null, what: string) => reportProblem({ session: place.id, seq, what, derived: true })
  if (spansOf(db, place)[0]?.n === 0)
    damage(1, "what it inherits cannot be found: its row and its first event disagree")

  const deriver = deriving(db, place)
  const documents = verifyDocuments(db, place, derived, texts)
  const fold = foldingFrom(db, place, from)
  const snapshots = snapshotsOf(db, place, derived)
  let state: SessionState | undefined
  let chain = hashAt(db, place, from - 1)
  let expected = from
  let isWhole = true
  let hotBytes = 0
  let hotRows = 0
  for (const { event, stored, row } of walkLog(db, place, from, damage)) {
    const { seq, origin, body, hash } = stored
    const isNext = seq === expected
    if (isNext && chain && !same(link(chain, origin, body), hash)) {
      damage(seq, "it does not follow from the event before it")
    }
    if (row && !same(row.hash, hash)) derived(seq, "its stored hash is wrong; the next one proves the event")
    chain = hash
    expected = seq + 1
    hotBytes += row?.bytes ?? 0
    if (row) hotRows++
    if (seq > place.base) {
      checked.events++
      deriver.see(event, stored)
      documents.see(event, row?.n)
    }
    isWhole &&= isNext
    state = isWhole ? fold.see(event) : undefined
    if (state && snapshots.has(seq) && !holds(db, place, state)) {
      derived(seq, "its snapshot is not the state that its log leads to")
    }
  }
  verifySegments(db, place, derived)
  const expectedRows = deriver.end()
  for (const [blob, seq] of expectedRows.blobs) {
    if (db.get("SELECT 1 FROM blobs WHERE hash = ?", blob)) continue
    reportProblem({ session: place.id, seq, what: `it names the blob ${blob}, which is missing`, derived: false, blob })
  }
  if (checked.damagedFrom < Number.POSITIVE_INFINITY) return checked
  verifyDerived(db, place, expectedRows, derived)
  documents.end()
  const rows = db.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE session = ?", place.n)?.count
  if (rows !== hotRows) derived(null, "there are event rows under its number that are no part of its log")
  if (state?.seq === place.head) verifyRow(db, place, state, hotBytes, derived)
  return checked
}

// The chain proves the events; what else a segment says of itself can be made again.
function verifySegments(db: Database, { n, id }: LogLocation, derived: (seq: number, what: string) => void): void {
  for (const { first } of db.all<{ first: number }>("SELECT first FROM segments WHERE session = ?", n)) {
    const row = db.get<SegmentRow>("SELECT * FROM segments WHERE session = ? AND first = ?", n, first)
    const opened = row && openSegment(row, row.origin ?? id)
    const { hash, bytes } = opened ? descriptionOf(opened) : {}
    if (opened && !(same(hash, row.hash) && bytes === row.bytes)) {
      derived(first, "its segment has a wrong checksum or size")
    }
  }
}

function snapshotsOf(db: Database, { n, base, head }: LogLocation, derived: (seq: number, what: string) => void) {
  const rows = db.all<{ seq: number }>("SELECT seq FROM snapshots WHERE session = ? ORDER BY seq", n)
  for (const { seq } of rows) {
    if (seq <= base || seq > head) derived(seq, "there is a snapshot of an event that it does not have")
  }
  return new Set(rows.map(({ seq }) => seq))
}

function holds(db: Database, place: LogLocation, state: SessionState): boolean {
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
