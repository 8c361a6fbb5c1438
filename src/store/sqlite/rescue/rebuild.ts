import type { Event, ForeignEvent } from "../../../session/event.ts"
import { isKnown } from "../../../session/event.ts"
import { searchableText } from "../../../session/policy.ts"
import type { SessionState } from "../../../session/state.ts"
import type { KeyedAppend } from "../../idempotency.ts"
import { indexable } from "../../search/search-text.ts"
import { listedFrom } from "../../session-row.ts"
import type { Database } from "../database.ts"
import { type LogLocation, lastEventNumber, locateLog } from "../log/event-rows.ts"
import { keepStarted, rememberKey } from "../log/keys.ts"
import { saveSnapshot } from "../log/snapshot.ts"
import { writeRow, writeTags } from "../search/list-row.ts"
import { attempt } from "./backups.ts"
import { deriving, foreignThrough } from "./derived.ts"
import { foldingFrom, walkLog } from "./log-walk.ts"

const snapshotAtHeadAfter = 512
const snapshotAfter = 4096

/**
 * Derives from the recovered logs what was not recovered with them: rows of the list, tags, keys, ids, references to blobs,
 * epochs, the search index, snapshots. Runs inside a transaction.
 */
export function rebuildDerived(db: Database): void {
  db.run("DELETE FROM keys WHERE session = 0 AND result NOT IN (SELECT id FROM sessions)")
  const numbers = { last: lastEventNumber(db) }
  for (const { id } of db.all<{ id: string }>("SELECT id FROM sessions ORDER BY n")) {
    const place = locateLog(db, id)
    if (place) rebuildSession(db, place, numbers)
  }
  db.run("UPDATE marks SET value = ? WHERE name = 'indexed'", numbers.last)
}

/** The highest number that an event or a document has: none is used twice. */
type Numbers = { last: number }

function rebuildSession(db: Database, place: LogLocation, numbers: Numbers): void {
  const { n, base, head } = place
  const index = indexing(db, place, numbers)
  const deriver = deriving(db, place)
  const fold = foldingFrom(db, place, base + 1)
  let state: SessionState | undefined
  for (const { event, stored, row } of walkLog(db, place, base + 1, () => undefined)) {
    index.see(event, row?.n)
    deriver.see(event, stored)
    // A rewind to what is damaged ends the state, and `verify` names it.
    state = attempt(() => fold.see(event)) ?? state
    const isDue = event.seq === head ? head - base > snapshotAtHeadAfter : event.seq % snapshotAfter === 0
    if (isDue && state?.seq === event.seq) saveSnapshot(db, place, state, stored.hash)
  }
  const isWhole = state?.seq === head
  const { keys, opening, started, blobs, maybeBlobs } = deriver.end()
  putKeys(db, place, [...keys.values()], { isWhole })
  // What an opening was asked with in full is not in the log: a key that leads to it stays as it is.
  const isKept =
    opening && db.get("SELECT 1 FROM keys WHERE session = 0 AND key = ? AND result = ?", opening.key, place.id)
  if (opening && !isKept) rememberKey(db, 0, opening.key, opening.digest, place.id)
  for (const { seq, ...item } of started.values()) keepStarted(db, n, seq, item)
  for (const hash of new Set([...blobs.keys(), ...maybeBlobs])) {
    if (!blobs.has(hash) && !db.get("SELECT 1 FROM blobs WHERE hash = ?", hash)) continue
    db.run("INSERT INTO blob_refs (session, hash) VALUES (?, ?)", n, hash)
  }
  // Of a damaged log the list shows what it showed before, or what can be folded if it showed nothing.
  const isBlank = db.get("SELECT 1 FROM sessions WHERE n = ? AND workspace = ''", n) !== undefined
  if (state?.log.openedAt && (isWhole || isBlank)) putListed(db, place, state)
}

// A whole log tells all of its keys. Where a part of an append may be lost, what was remembered of it is believed.
function putKeys(db: Database, { n }: LogLocation, appends: KeyedAppend[], log: { isWhole: boolean }): void {
  if (log.isWhole) db.run("DELETE FROM keys WHERE session = ?", n)
  const verb = (append: KeyedAppend) => (append.isWhole ? "INSERT OR REPLACE" : "INSERT OR IGNORE")
  for (const append of appends) {
    db.run(`${verb(append)} INTO keys VALUES (?, ?, ?, ?)`, n, append.key, append.digest, String(append.to))
  }
}

function putListed(db: Database, { n, base, head, hash }: LogLocation, state: SessionState): void {
  const sum = "SELECT coalesce(sum(length(body)), 0) AS bytes FROM events WHERE session = ?"
  const hotBytes = db.get<{ bytes: number }>(sum, n)?.bytes ?? 0
  writeRow(db, { n, head, hash, hotBytes }, listedFrom(state))
  writeTags(db, n, state.log.tags)
  const { owner } = state.log
  if (!owner || owner.seq <= Math.max(base, foreignThrough(db, n))) return
  db.run(
    `INSERT INTO leases (session, epoch) VALUES (?, ?)
     ON CONFLICT (session) DO UPDATE SET epoch = max(epoch, excluded.epoch)`,
    n,
    owner.epoch,
  )
}

// Sealed events have no row of their own: they keep the number that they were indexed under. Where that is lost, they get
// one between those of their neighbours, because search shows the newest first.
function indexing(db: Database, { n: session }: LogLocation, numbers: Numbers) {
  const rows = db.all<{ seq: number; n: number }>(
    "SELECT seq, n FROM documents WHERE session = ?1 UNION SELECT seq, n FROM events WHERE session = ?1 ORDER BY seq",
    session,
  )
  const known = new Map(rows.map(({ seq, n }) => [seq, n]))
  db.run("DELETE FROM documents WHERE session = ?", session)
  const isFree = (n: number) =>
    n > 0 && !["documents", "events"].some((table) => db.get(`SELECT 1 FROM ${table} WHERE n = ?`, n) !== undefined)
  let ahead = 0
  let last = 0
  const between = (seq: number) => {
    while ((rows[ahead]?.seq ?? Number.POSITIVE_INFINITY) <= seq) ahead++
    const upper = Math.min(rows[ahead]?.n ?? numbers.last, last + tries)
    for (let n = last + 1; n < upper; n++) if (isFree(n)) return n
    numbers.last += 1
    return numbers.last
  }
  return {
    see(event: Event | ForeignEvent, row: number | undefined) {
      const text = isKnown(event) ? searchableText(event) : undefined
      if (text === undefined) return
      const kept = known.get(event.seq)
      last = row ?? (kept !== undefined && isFree(kept) ? kept : between(event.seq))
      db.run("INSERT INTO search (rowid, text) VALUES (?, ?)", last, indexable(text))
      db.run("INSERT OR REPLACE INTO documents (n, session, seq) VALUES (?, ?, ?)", last, session, event.seq)
    },
  }
}

const tries = 64
