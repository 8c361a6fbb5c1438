import { hash as digest } from "node:crypto"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"
import { openIntents } from "../../session/partial.ts"
import { upcast } from "../../session/upcast.ts"
import { prepare } from "../admission.ts"
import type { Adopted, ForeignLog } from "../contract.ts"
import { blobRefsOf } from "../export.ts"
import { bodyOf, checkLog, differs, withoutBlob } from "../foreign-log.ts"
import { keyedAppends } from "../idempotency.ts"
import { uuidv7 } from "../uuid.ts"
import { appendEvents } from "./append.ts"
import { writeBlob } from "./blobs.ts"
import { genesis, same, seal } from "./chain.ts"
import type { Core } from "./core.ts"
import { rememberBegun, rememberKey } from "./keys.ts"
import { assertUndriven } from "./lease.ts"
import { rewriteRow } from "./list-row.ts"
import { hashAt, type Place, placeOf } from "./log.ts"
import { missing, remember } from "./session.ts"
import { saveSnapshot } from "./snapshot.ts"

/**
 * Takes in an exported log. With its own id: new, the same, or longer than the one here; a log that differs is refused.
 * As a copy: under a new id, as a fork of the log it was copied from. Runs inside a transaction.
 */
export function adoptLog(core: Core, log: ForeignLog, options: { copy?: boolean }): Adopted {
  checkLog(log)
  const gone = missing(core, log.id)
  if (gone.code === "erased") throw gone
  if (options.copy) return adoptCopy(core, log)
  const place = placeOf(core.writer, log.id)
  if (!place) {
    insertLog(core, log.id, log, 0)
    return { id: log.id, outcome: "imported", events: log.events.length }
  }
  const common = Math.min(place.head, log.events.length)
  const here = hashAt(core.writer, place, common)
  if (!here || !same(chainOf(log, common), here)) throw differs(log.id)
  if (log.events.length <= place.head) return { id: log.id, outcome: "unchanged", events: 0 }
  assertUndriven(core, place, "it cannot be extended from a file now")
  insertLog(core, log.id, log, place.head)
  return { id: log.id, outcome: "extended", events: log.events.length - place.head }
}

function adoptCopy(core: Core, log: ForeignLog): Adopted {
  const id = uuidv7()
  insertLog(core, id, log, 0)
  const state = core.sessions.get(id)?.state ?? rewriteRow(core, id).state
  const parent = { session: log.id, seq: log.events.length }
  const { workspace, project } = state.log
  const opened = prepare([{ type: "session.opened", data: { workspace, project, parent } }], core.actor)
  appendEvents(core, id, opened, "store")
  return { id, outcome: "imported", events: log.events.length }
}

function insertLog(core: Core, id: string, log: ForeignLog, after: number): void {
  const named = new Set(log.events.flatMap((event) => blobRefsOf(event).map(({ blob }) => blob)))
  const brought = log.blobs.map(({ bytes, mediaType }) => ({ bytes, mediaType, hash: digest("sha256", bytes, "hex") }))
  // What no event names could never be erased.
  for (const { bytes, mediaType, hash } of brought) if (named.has(hash)) writeBlob(core, bytes, mediaType)
  const [first] = log.events
  let chain: Uint8Array = after > 0 ? chainOf(log, after) : genesis(first?.session ?? id)
  let bytes = 0
  const place = after > 0 ? placeOf(core.writer, id) : insertRow(core, id, chain)
  if (!place) throw missing(core, id)
  core.touched.add(id)
  for (const event of log.events.slice(after)) {
    const sealed = seal(chain, event.session, bodyOf(event))
    core.writer.run(
      "INSERT INTO events (n, session, seq, body, hash, origin) VALUES (?, ?, ?, ?, ?, ?)",
      core.nextEvent(),
      place.n,
      event.seq,
      sealed.body,
      sealed.hash,
      event.session === id ? null : event.session,
    )
    chain = sealed.hash
    bytes += sealed.body.length
  }
  for (const stored of log.events.slice(after)) {
    const event = upcast(stored)
    for (const { blob } of blobRefsOf(event)) referTo(core, place, blob, event)
    rememberBegun(core.writer, place.n, event)
  }
  rememberKeys(core, place, log, after)
  core.writer.run(
    "UPDATE sessions SET head = ?, hash = ?, hot_bytes = hot_bytes + ?, foreign_through = ? WHERE n = ?",
    log.events.length,
    chain,
    bytes,
    log.events.length,
    place.n,
  )
  core.sessions.delete(id)
  const session = rewriteRow(core, id)
  const { state } = session
  saveSnapshot(core.writer, place, state, chain)
  remember(core, id, { ...session, snapshotAt: state.seq })
  // What was streamed here of a call that is answered in the file is settled.
  const open = openIntents(state)
  for (const { intent } of core.writer.all<{ intent: number }>(
    "SELECT DISTINCT intent FROM partials WHERE session = ?",
    place.n,
  )) {
    if (!open.has(intent)) core.writer.run("DELETE FROM partials WHERE session = ? AND intent = ?", place.n, intent)
  }
}

// Looked for in the whole log: a file that was cut may have ended in the middle of an append.
function rememberKeys(core: Core, { n, id }: Place, log: ForeignLog, after: number): void {
  const keys = keyedAppends(id, ({ key, to, digest }) => {
    if (to > after) rememberKey(core.writer, n, key, digest, String(to))
  })
  for (const event of log.events) keys.see(event)
  keys.end(log.events.length)
}

function insertRow(core: Core, id: string, chain: Uint8Array): Place | undefined {
  core.writer.run(
    "INSERT INTO sessions (id, head, hash, opened_at, updated_at, project, workspace) VALUES (?, 0, ?, 0, 0, '', '')",
    id,
    chain,
  )
  return placeOf(core.writer, id)
}

// Events of a newer Holdfast keep their blobs too, but what only looks like a reference need not be one.
function referTo(core: Core, place: Place, blob: string, event: Event | ForeignEvent): void {
  if (!core.writer.get("SELECT 1 FROM blobs WHERE hash = ?", blob)) {
    if (isKnown(event)) throw withoutBlob(blob, event.seq)
    return
  }
  core.writer.run("INSERT OR IGNORE INTO blob_refs (session, hash) VALUES (?, ?)", place.n, blob)
}

function chainOf(log: ForeignLog, through: number): Uint8Array {
  let chain: Uint8Array = genesis(log.events[0]?.session ?? log.id)
  for (const event of log.events.slice(0, through)) chain = seal(chain, event.session, bodyOf(event)).hash
  return chain
}
