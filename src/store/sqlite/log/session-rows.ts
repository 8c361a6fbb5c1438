import { HoldfastError } from "../../../session/error.ts"
import { isKnown } from "../../../session/event.ts"
import { searchableText } from "../../../session/policy.ts"
import type { Receipt } from "../../contract.ts"
import { indexable } from "../../search/search-text.ts"
import { sessionSettingKeys } from "../../session-settings.ts"
import { blobRefsOf } from "../../transfer/export-lines.ts"
import type { Core } from "../core.ts"
import { connect, type Database, type Faults, inTransaction, using } from "../database.ts"
import { prepareWriter } from "../file.ts"
import { type Erasure, unmarkPending, writeTombstone } from "../maintenance/erasures.ts"
import { dropBlobs, forgetPuts, isLoose } from "./blobs.ts"
import { decode, hashAt, type LogLocation, lastEventNumber, locateLog, readRange, type Stored } from "./event-rows.ts"
import { rememberStarted } from "./keys.ts"
import { writeSegment } from "./segment.ts"

/** What rows are removed and written with: the writer of a store, or of a copy of one. */
type WriteContext = Pick<Core, "writer" | "nextEvent">

/** The forks that share the beginning of a session. */
export function forksOf({ writer }: WriteContext, { n }: LogLocation): LogLocation[] {
  return writer.all<LogLocation>("SELECT n, id, parent, base, head, hash, sealed FROM sessions WHERE parent = ?", n)
}

/** Removes every row of a session, and gives its forks what they share first. Runs inside a transaction. */
export function removeSession(
  context: WriteContext,
  place: LogLocation,
): Omit<Receipt, "session" | "erasedAt" | "copies"> {
  const { writer } = context
  const { n, id, head, base } = place
  const forks = forksOf(context, place)
  for (const fork of forks) giveOwnPrefix(context, fork)
  for (const { n: document } of writer.all<{ n: number }>("SELECT n FROM documents WHERE session = ?", n)) {
    writer.run("DELETE FROM search WHERE rowid = ?", document)
  }
  writer.run("DELETE FROM documents WHERE session = ?", n)
  // Deleted terms stay in the index until its parts are merged.
  writer.run("INSERT INTO search (search) VALUES ('optimize')")
  const blobs = dropBlobs(writer, place)
  for (const table of ["events", "segments", "keys"]) writer.run(`DELETE FROM ${table} WHERE session = ?`, n)
  writer.run("DELETE FROM keys WHERE session = 0 AND result = ?", id)
  removeSessionSettings(writer, id)
  // Leases, partials, snapshots and tags go with the row.
  writer.run("DELETE FROM sessions WHERE n = ?", n)
  return { events: head - base, blobs, copiedTo: forks.map((fork) => fork.id) }
}

/** Removes what is kept of a session beside its log. */
export function removeSessionSettings(writer: Database, id: string): void {
  for (const key of sessionSettingKeys(id)) writer.run("DELETE FROM settings WHERE key = ?", key)
}

/** Whether something is kept of a session beside its log. */
export function hasSessionSettings(db: Database, id: string): boolean {
  return sessionSettingKeys(id).some((key) => db.get("SELECT 1 FROM settings WHERE key = ?", key) !== undefined)
}

/**
 * Erases sessions in a file that no process has open: a backup, or what was kept. It is one file without companions then,
 * and holds nothing of them but their tombstones. Returns those that it held.
 */
export function eraseInFile(file: string, erasures: readonly Erasure[], faults?: Faults): string[] {
  return writingIn(file, faults, (writer) => {
    let last: number | undefined
    const nextEvent = () => {
      last = (last ?? lastEventNumber(writer)) + 1
      return last
    }
    forgetPuts(writer)
    return erasures.flatMap((erasure) => {
      const place = locateLog(writer, erasure.session)
      if (place) removeSession({ writer, nextEvent }, place)
      removeSessionSettings(writer, erasure.session)
      writeTombstone(writer, erasure)
      unmarkPending(writer, erasure.session)
      return place ? [erasure.session] : []
    })
  })
}

/** Removes blobs in a file that no process has open, unless it names them. It is one file without companions then. */
export function dropLooseBlobs(file: string, hashes: readonly string[], faults?: Faults): void {
  writingIn(file, faults, (writer) => {
    for (const hash of hashes) if (isLoose(writer, hash)) writer.run("DELETE FROM blobs WHERE hash = ?", hash)
  })
}

function writingIn<T>(file: string, faults: Faults | undefined, work: (writer: Database) => T): T {
  return using(connect(file, faults ? { faults } : {}), (writer) => {
    prepareWriter(writer, file)
    // What lies in the WAL goes into the file, over what was there before.
    writer.exec("PRAGMA journal_mode = DELETE")
    return inTransaction(writer, () => work(writer))
  })
}

/** Copies what a fork inherits into the fork itself: the same events under the same hashes, sealed. */
function giveOwnPrefix(context: WriteContext, fork: LogLocation): void {
  const { writer } = context
  const shared = readRange(writer, fork, 1, fork.base)
  for (const stretch of stretches(shared)) {
    const [first] = stretch
    const last = stretch.at(-1)
    if (!first || !last) continue
    const before = hashAt(writer, fork, first.seq - 1)
    const after = hashAt(writer, fork, last.seq)
    if (!before || !after)
      throw new HoldfastError("damaged", `Session ${fork.id} cannot be given what it shares: it is damaged.`)
    const span = { session: fork.n, first: first.seq, last: last.seq, before, after, origin: first.origin }
    writeSegment(
      writer,
      span,
      stretch.map(({ body }) => body),
    )
  }
  for (const stored of shared) takeIn(context, fork, stored)
  writer.run("UPDATE sessions SET parent = NULL, base = 0 WHERE n = ?", fork.n)
}

function takeIn({ writer, nextEvent }: WriteContext, fork: LogLocation, stored: Stored): void {
  const event = decode(stored)
  rememberStarted(writer, fork.n, event)
  for (const { blob } of blobRefsOf(event)) {
    writer.run("INSERT OR IGNORE INTO blob_refs (session, hash) SELECT ?, hash FROM blobs WHERE hash = ?", fork.n, blob)
  }
  const text = isKnown(event) ? searchableText(event) : undefined
  if (text === undefined) return
  const n = nextEvent()
  writer.run("INSERT INTO search (rowid, text) VALUES (?, ?)", n, indexable(text))
  writer.run("INSERT INTO documents (n, session, seq) VALUES (?, ?, ?)", n, fork.n, stored.seq)
}

const stretchBytes = 256 * 1024

function stretches(events: readonly Stored[]): Stored[][] {
  const found: Stored[][] = []
  let size = 0
  for (const event of events) {
    const current = found.at(-1)
    if (current && current[0]?.origin === event.origin && size < stretchBytes) {
      current.push(event)
      size += event.body.length
    } else {
      found.push([event])
      size = event.body.length
    }
  }
  return found
}
