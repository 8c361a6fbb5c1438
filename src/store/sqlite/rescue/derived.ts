import { type Event, type ForeignEvent, isKnown } from "../../../session/event.ts"
import { digestFor, type KeyedAppend, keyedAppends } from "../../idempotency.ts"
import { itemStartedBy, type StartedItem } from "../../started-items.ts"
import { blobRefsOf } from "../../transfer/export-lines.ts"
import type { Database } from "../database.ts"
import { decodeAsStored, type LogLocation, type Stored } from "../log/event-rows.ts"

/** What a log says of the tables that are derived from it. */
export type Derived = {
  keys: Map<string, KeyedAppend>
  /** The key of its opening, if the session was opened in this store: it belongs to the store. */
  opening?: { key: string; digest: string }
  /** Turns, inputs and asks, by kind and id. */
  started: Map<string, StartedItem & { seq: number }>
  /** The blobs that events name, with the first that does. */
  blobs: Map<string, number>
  /** What only looks like a reference, in an event of a newer Holdfast, and need not be one. */
  maybeBlobs: Set<string>
}

/** Collects what is derived from a session's own events; `end` is called after the last one. */
export function deriving(db: Database, { n, id, head }: LogLocation) {
  const derived: Derived = { keys: new Map(), started: new Map(), blobs: new Map(), maybeBlobs: new Set() }
  const foreign = foreignThrough(db, n)
  const appends = keyedAppends(id, (append) => derived.keys.set(append.key, append))
  return {
    see(event: Event | ForeignEvent, stored: Stored): void {
      const { type, session, seq, key } = event
      appends.see(decodeAsStored(stored))
      const isOpening = type === "session.opened" && session === id && seq > foreign
      if (isOpening && key !== undefined) derived.opening = { key, digest: digestFor(event.data) }
      const item = itemStartedBy(event)
      const name = item && `${item.kind} ${item.id}`
      if (name && !derived.started.has(name)) derived.started.set(name, { ...item, seq })
      for (const { blob } of blobRefsOf(event)) {
        if (!isKnown(event)) derived.maybeBlobs.add(blob)
        else if (!derived.blobs.has(blob)) derived.blobs.set(blob, seq)
      }
    },
    end(): Derived {
      appends.end(head)
      return derived
    },
  }
}

/** How much of a log is foreign: written in another store, by whose privileges nothing is allowed here. */
export function foreignThrough(db: Database, n: number): number {
  return db.get<{ through: number }>("SELECT foreign_through AS through FROM sessions WHERE n = ?", n)?.through ?? 0
}
