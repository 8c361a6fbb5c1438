import { openIntents } from "../../../session/partial.ts"
import { prepare } from "../../admission.ts"
import type { Adopted } from "../../contract.ts"
import { differs, withoutBlob } from "../../transfer/foreign-log.ts"
import { uuidv7 } from "../../uuid.ts"
import { assertSpace } from "../commit/low-space.ts"
import type { Core, Session } from "../core.ts"
import { assertUndriven } from "../lease/lease.ts"
import { rewriteRow } from "../search/list-row.ts"
import { appendEvents } from "./append.ts"
import { putPacked } from "./blobs.ts"
import { same } from "./chain.ts"
import { hashAt, type LogLocation, locateLog } from "./event-rows.ts"
import { keepStarted, rememberKey } from "./keys.ts"
import { chainAt, type ReadyEvent, type ReadyLog } from "./ready-log.ts"
import { missing, remember, sessionFor } from "./session.ts"
import { saveSnapshot } from "./snapshot.ts"

/**
 * Takes in an exported log. With its own id: new, the same, or longer than the one here; a log that differs is refused.
 * As a copy: under a new id, as a fork of the log it was copied from. Runs inside a transaction, with pauses.
 */
export function* adoptLog(core: Core, log: ReadyLog, options: { copy?: boolean }): Generator<void, Adopted> {
  const gone = missing(core, log.id)
  if (gone.code === "erased") throw gone
  if (options.copy) return yield* adoptCopy(core, log)
  const place = locateLog(core.writer, log.id)
  if (!place) {
    assertRoom(core, log, 0)
    yield* insertLog(core, log, insertRow(core, log.id, log.root))
    return { id: log.id, outcome: "imported", events: log.events.length }
  }
  const common = Math.min(place.head, log.events.length)
  const here = hashAt(core.writer, place, common)
  if (!here || !same(chainAt(log, common), here)) throw differs(log.id)
  if (log.events.length <= place.head) return { id: log.id, outcome: "unchanged", events: 0 }
  assertUndriven(core, place, "it cannot be extended from a file now")
  assertRoom(core, log, place.head)
  yield* insertLog(core, log, sessionFor(core, log.id))
  return { id: log.id, outcome: "extended", events: log.events.length - place.head }
}

function* adoptCopy(core: Core, log: ReadyLog): Generator<void, Adopted> {
  assertRoom(core, log, 0)
  const id = uuidv7()
  // What was appended under a key was appended to the original.
  const copy = { ...log, id, keys: [], state: { ...log.state, id } }
  yield* insertLog(core, copy, insertRow(core, id, log.root))
  const parent = { session: log.id, seq: log.events.length }
  const { workspace, project } = log.state.log
  const opened = prepare([{ type: "session.opened", data: { workspace, project, parent } }], core.actor)
  appendEvents(core, id, opened, "store")
  return { id, outcome: "imported", events: log.events.length }
}

/**
 * What is written goes into the WAL first and then into the file, and both are there for a while. Beside its bytes an event
 * has its place in indexes, and pages are seldom full.
 */
const room = { copies: 2, pages: 1.25, eventBytes: 160 } as const

/** Refuses a log that would fill the disk, before anything of it is written. */
function assertRoom(core: Core, log: ReadyLog, after: number): void {
  let bytes = 0
  for (let index = after; index < log.events.length; index++) {
    bytes += (log.events[index]?.body.length ?? 0) * room.pages + room.eventBytes
  }
  for (const { data } of log.blobs) bytes += data.length * room.pages
  assertSpace(core, Math.ceil(bytes * room.copies))
}

/** Writes what a log has more than the session that is here. */
function* insertLog(core: Core, log: ReadyLog, session: Session): Generator<void, void> {
  const { id, state } = log
  const { place } = session
  const after = place.head
  for (const blob of log.blobs) {
    putPacked(core, blob)
    yield
  }
  core.touched.add(id)
  let bytes = 0
  for (const event of log.events.slice(after)) {
    insertEvent(core, place, event)
    bytes += event.body.length
    yield
  }
  for (const { key, to, digest } of log.keys) {
    if (to > after) rememberKey(core.writer, place.n, key, digest, String(to))
    yield
  }
  const head = log.events.length
  const hash = chainAt(log, head)
  core.writer.run("UPDATE sessions SET foreign_through = ? WHERE n = ?", head, place.n)
  const grown = { ...place, head, hash }
  saveSnapshot(core.writer, grown, state, hash)
  remember(core, id, {
    ...session,
    place: grown,
    state,
    hotBytes: session.hotBytes + bytes,
    snapshotAt: state.seq,
  })
  rewriteRow(core, id)
  dropSettled(core, place.n, openIntents(state))
}

function insertEvent(core: Core, { n, id }: LogLocation, { seq, session, body, hash, ...event }: ReadyEvent): void {
  core.writer.run(
    "INSERT INTO events (n, session, seq, body, hash, origin) VALUES (?, ?, ?, ?, ?, ?)",
    core.nextEvent(),
    n,
    seq,
    body,
    hash,
    session === id ? null : session,
  )
  for (const blob of event.blobs) {
    if (core.writer.get("SELECT 1 FROM blobs WHERE hash = ?", blob)) {
      core.writer.run("INSERT OR IGNORE INTO blob_refs (session, hash) VALUES (?, ?)", n, blob)
    } else if (event.isKnown) {
      // Events of a newer Holdfast keep their blobs too, but what only looks like a reference need not be one.
      throw withoutBlob(blob, seq)
    }
  }
  if (event.starts) keepStarted(core.writer, n, seq, event.starts)
}

// What was streamed here of a call that is answered in the file is settled.
function dropSettled(core: Core, n: number, open: ReadonlySet<number>): void {
  const streamed = core.writer.all<{ intent: number }>("SELECT DISTINCT intent FROM partials WHERE session = ?", n)
  for (const { intent } of streamed) {
    if (!open.has(intent)) core.writer.run("DELETE FROM partials WHERE session = ? AND intent = ?", n, intent)
  }
}

function insertRow(core: Core, id: string, chain: Uint8Array): Session {
  core.writer.run(
    "INSERT INTO sessions (id, head, hash, opened_at, updated_at, project, workspace) VALUES (?, 0, ?, 0, 0, '', '')",
    id,
    chain,
  )
  return sessionFor(core, id)
}
