import { HoldfastError } from "../../session/error.ts"
import { isKnown } from "../../session/event.ts"
import { searchableText } from "../../session/policy.ts"
import { asideKeys } from "../aside.ts"
import type { Receipt } from "../contract.ts"
import { blobRefsOf } from "../export.ts"
import { indexable } from "../search-text.ts"
import { dropBlobs, forgetPuts, isLoose } from "./blobs.ts"
import type { Core } from "./core.ts"
import { connect, type Database, type Faults, inTransaction } from "./database.ts"
import { type Erasure, unmarkPending, writeTombstone } from "./erasures.ts"
import { prepareWriter } from "./file.ts"
import { rememberBegun } from "./keys.ts"
import { decode, hashAt, lastEventNumber, type Place, placeOf, readRange, type Stored } from "./log.ts"
import { writeSegment } from "./segment.ts"

/** What rows are removed and written with: the writer of a store, or of a copy of one. */
type Ground = Pick<Core, "writer" | "nextEvent">

/** The forks that share the beginning of a session. */
export function forksOf({ writer }: Ground, { n }: Place): Place[] {
  return writer.all<Place>("SELECT n, id, parent, base, head, hash, sealed FROM sessions WHERE parent = ?", n)
}

/** Removes every row of a session, and gives its forks what they share first. Runs inside a transaction. */
export function removeSession(ground: Ground, place: Place): Omit<Receipt, "session" | "erasedAt" | "copies"> {
  const { writer } = ground
  const { n, id, head, base } = place
  const forks = forksOf(ground, place)
  for (const fork of forks) giveOwnPrefix(ground, fork)
  for (const { n: document } of writer.all<{ n: number }>("SELECT n FROM documents WHERE session = ?", n)) {
    writer.run("DELETE FROM search WHERE rowid = ?", document)
  }
  writer.run("DELETE FROM documents WHERE session = ?", n)
  // Deleted terms stay in the index until its parts are merged.
  writer.run("INSERT INTO search (search) VALUES ('optimize')")
  const blobs = dropBlobs(writer, place)
  for (const table of ["events", "segments", "keys"]) writer.run(`DELETE FROM ${table} WHERE session = ?`, n)
  writer.run("DELETE FROM keys WHERE session = 0 AND result = ?", id)
  removeAside(writer, id)
  // Leases, partials, snapshots and tags go with the row.
  writer.run("DELETE FROM sessions WHERE n = ?", n)
  return { events: head - base, blobs, copiedTo: forks.map((fork) => fork.id) }
}

/** Removes what is kept of a session beside its log. */
export function removeAside(writer: Database, id: string): void {
  for (const key of asideKeys(id)) writer.run("DELETE FROM settings WHERE key = ?", key)
}

/** Whether something is kept of a session beside its log. */
export function hasAside(db: Database, id: string): boolean {
  return asideKeys(id).some((key) => db.get("SELECT 1 FROM settings WHERE key = ?", key) !== undefined)
}

/**
 * Erases sessions in a file that nobody has open: a backup, or what was kept. It is one file without companions then,
 * and holds nothing of them but their tombstones.
 */
export function eraseInFile(file: string, erasures: readonly Erasure[], faults?: Faults): void {
  writingIn(file, faults, (writer) => {
    let last: number | undefined
    const nextEvent = () => {
      last = (last ?? lastEventNumber(writer)) + 1
      return last
    }
    forgetPuts(writer)
    for (const erasure of erasures) {
      const place = placeOf(writer, erasure.session)
      if (place) removeSession({ writer, nextEvent }, place)
      removeAside(writer, erasure.session)
      writeTombstone(writer, erasure)
      unmarkPending(writer, erasure.session)
    }
  })
}

/** Removes blobs in a file that nobody has open, unless it names them. It is one file without companions then. */
export function dropLooseBlobs(file: string, hashes: readonly string[], faults?: Faults): void {
  writingIn(file, faults, (writer) => {
    for (const hash of hashes) if (isLoose(writer, hash)) writer.run("DELETE FROM blobs WHERE hash = ?", hash)
  })
}

function writingIn(file: string, faults: Faults | undefined, work: (writer: Database) => void): void {
  const writer = connect(file, faults ? { faults } : {})
  try {
    prepareWriter(writer, file)
    // What lies in the WAL goes into the file, over what was there before.
    writer.exec("PRAGMA journal_mode = DELETE")
    inTransaction(writer, () => work(writer))
  } finally {
    writer.close()
  }
}

/** Copies what a fork inherits into the fork itself: the same events under the same hashes, sealed. */
function giveOwnPrefix(ground: Ground, fork: Place): void {
  const { writer } = ground
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
  for (const stored of shared) takeIn(ground, fork, stored)
  writer.run("UPDATE sessions SET parent = NULL, base = 0 WHERE n = ?", fork.n)
}

function takeIn({ writer, nextEvent }: Ground, fork: Place, stored: Stored): void {
  const event = decode(stored)
  rememberBegun(writer, fork.n, event)
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
