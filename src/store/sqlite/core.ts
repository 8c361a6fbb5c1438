import { HoldfastError } from "../../session/error.ts"
import type { Actor } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { ProcessIdentity } from "../owner.ts"
import type { HeadsFile } from "./commit/heads.ts"
import type { SpaceGuard } from "./commit/space.ts"
import type { Database, Faults } from "./database.ts"
import type { Presence } from "./lease/presence.ts"
import type { LogLocation } from "./log/event-rows.ts"
import type { InPlace } from "./maintenance/in-place.ts"

/** What the parts of the SQLite store share. */
export type Core = {
  directory: string
  file: string
  /** The one writing connection: used inside `commit` only. */
  writer: Database
  reader: Database
  inPlace: InPlace
  /** Tells others that the store is open. */
  presence: Presence
  /** What was acknowledged, noted outside the database; nothing in a store that is open only to look. */
  heads: HeadsFile | undefined
  sessions: Map<string, Session>
  /** The number of the next event row; numbers are never used twice. */
  nextEvent(): number
  /** Drops what was known of sessions: another connection wrote, or a transaction was undone. */
  forget(): void
  /** The sessions whose log or row the transaction that runs now has changed. */
  touched: Set<string>
  closed: boolean
  /** The epochs of the leases that this store holds, by session. */
  leases: Map<string, number>
  /** The epochs of leases that this store has released, but that are still on the disk. */
  unreleased: Map<string, number>
  actor: Actor
  identity: ProcessIdentity
  /** Milliseconds since this host was started: a clock that cannot be set. */
  clock(): number
  /** How long an owner on another host has to answer whether it lives. */
  leaseTtlMs: number
  rotateAfterBytes: number
  snapshotAfterEvents: number
  space: SpaceGuard
  faults: Faults | undefined
}

/** What the writer knows of a session. Valid as long as no other connection has written: see `commit`. */
export type Session = {
  place: LogLocation
  state: SessionState
  epoch: number
  hotBytes: number
  snapshotAt: number
}

export function assertOpen(core: Core): void {
  if (core.closed) throw closed()
}

export function closed(): HoldfastError {
  return new HoldfastError("closed", "The store was closed.")
}
