import { hash as digest } from "node:crypto"
import { type Event, type ForeignEvent, isKnown } from "../../../session/event.ts"
import { foldInSteps } from "../../../session/fold.ts"
import type { SessionState } from "../../../session/state.ts"
import { upcast } from "../../../session/upcast.ts"
import type { ForeignLog } from "../../contract.ts"
import { type KeyedAppend, keyedAppends } from "../../idempotency.ts"
import { plainEvent } from "../../plain.ts"
import { itemStartedBy, type StartedItem } from "../../started-items.ts"
import { blobRefsOf } from "../../transfer/export-lines.ts"
import { bodyOf, checkLogInSteps } from "../../transfer/foreign-log.ts"
import { type PackedBlob, packBlob } from "./blobs.ts"
import { genesis, seal } from "./chain.ts"

/** An event of an imported log, as it will be stored, and what is to be noted of it. */
export type ReadyEvent = {
  seq: number
  session: string
  body: Uint8Array
  hash: Uint8Array
  blobs: string[]
  /** Whether this program knows what it refers to. */
  isKnown: boolean
  starts: StartedItem | undefined
}

/** An imported log that was checked and only has to be written. */
export type ReadyLog = {
  id: string
  root: Uint8Array
  events: ReadyEvent[]
  blobs: PackedBlob[]
  keys: KeyedAppend[]
  state: SessionState
}

/**
 * Checks a log and works out all that is to be stored of it, with pauses: the transaction that writes it holds up
 * everybody else, and should hold nothing that could be done before.
 */
export function* readyLog(given: ForeignLog): Generator<void, ReadyLog> {
  const log = yield* plainLog(given)
  yield* checkLogInSteps(log)
  const root = genesis(log.events[0]?.session ?? log.id)
  const named = new Set<string>()
  const keys: KeyedAppend[] = []
  const appends = keyedAppends(log.id, (append) => keys.push(append))
  const upcasted: Array<Event | ForeignEvent> = []
  const events: ReadyEvent[] = []
  for (const stored of log.events) {
    for (const { blob } of blobRefsOf(stored)) named.add(blob)
    appends.see(stored)
    const event = upcast(stored)
    upcasted.push(event)
    events.push(readyEvent(events.at(-1)?.hash ?? root, stored, event))
    yield
  }
  appends.end(log.events.length)
  const blobs: PackedBlob[] = []
  for (const { bytes } of log.blobs) {
    const hash = digest("sha256", bytes, "hex")
    // What no event names could never be erased.
    if (named.has(hash)) blobs.push(packBlob(bytes, hash))
    yield
  }
  return { id: log.id, root, events, blobs, keys, state: yield* foldInSteps(log.id, upcasted) }
}

// What is checked is what is stored, whatever the caller does with it meanwhile.
function* plainLog(log: ForeignLog): Generator<void, ForeignLog> {
  const events: ForeignEvent[] = []
  for (const event of log.events) {
    events.push(plainEvent(event))
    yield
  }
  return { ...log, events }
}

/** What the event after `seq` of a log is chained to. */
export function chainAt({ root, events }: ReadyLog, seq: number): Uint8Array {
  return events[seq - 1]?.hash ?? root
}

function readyEvent(before: Uint8Array, stored: ForeignEvent, event: Event | ForeignEvent): ReadyEvent {
  const { body, hash } = seal(before, stored.session, bodyOf(stored))
  return {
    seq: stored.seq,
    session: stored.session,
    body,
    hash,
    blobs: blobRefsOf(event).map(({ blob }) => blob),
    isKnown: isKnown(event),
    starts: itemStartedBy(event),
  }
}
