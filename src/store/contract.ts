import type { BlobRef } from "../session/event/common.ts"
import type { Loss } from "../session/event/session.ts"
import type { Actor, Event, EventData, ForeignEvent, NewEvent } from "../session/event.ts"
import type { Channel, Delta, Partials } from "../session/partial.ts"
import type { SessionState } from "../session/state.ts"
import type { Snippet } from "./search/search-snippet.ts"

/**
 * Where sessions live. "Durable" means: it survives kill -9 and a power cut from the moment the promise resolves.
 * Refusals are `HoldfastError`s and leave nothing behind; an argument of the wrong form is `invalid`. A read never writes.
 */
export interface Store {
  /** Begins a session, or a fork of one, with its settings: all or nothing. Durable. `exists`, `erased`, `key-reused`, `not-found` (parent). */
  open(session: NewSession, options?: { key?: string }): Promise<string>

  /**
   * Appends events, all or none. Durable, and ordered after everything that was acknowledged before. A repeated `key`
   * returns the seq of the first time. `fenced`, `behind`, `stopped`, `answered`, `illegal`, `key-reused`, `not-found`,
   * `erased`, `damaged`, `newer`, `low-space`, `storage-*`. With `releases` the lease is released in the same commit: for
   * the last append of a driver, when no intent is open.
   */
  append(
    id: string,
    events: readonly NewEvent[],
    by: Authority,
    options?: { key?: string; releases?: boolean },
  ): Promise<Appended>

  /**
   * Hands over streamed output of an open intent. Returns at once; durable at most 100 ms or 4 KiB later. An older
   * epoch and a settled intent are ignored. What could not be written is tried again with the next append, which
   * then fails with the reason. A gap is `invalid`, at once or, where the store is in another thread, by the next append.
   */
  checkpoint(lease: Omit<Lease, "owner"> & Partial<Lease>, intentSeq: number, piece: Piece): void

  /** Events in order, or from the newest back with `reverse`. Throws `damaged` where bytes do not match their hash. */
  read(id: string, options?: ReadOptions): AsyncIterable<Event | ForeignEvent>

  /**
   * The log from `after` on and then live, of this process and others: no event is lost or repeated. Streamed text is at
   * most 100 ms or 4 KiB ahead of the disk: where a checkpoint is late, it waits for it.
   */
  follow(id: string, options: FollowOptions): AsyncIterable<Event | ForeignEvent | Delta>

  /** The folded state, at the head or at an earlier event. */
  state(id: string, options?: { at?: number }): Promise<SessionState>

  /**
   * What open intents have streamed so far. Waits for the disk where a checkpoint is late; where the storage fails it gives
   * what is in memory, which is nowhere else.
   */
  partials(id: string): Promise<Partials>

  /** Takes the right to drive a session, in a new epoch, and records the owner. Durable. `owned` names who has it. */
  acquire(id: string, owner: NewOwner): Promise<Lease>

  /**
   * Gives the right back. Durable. A lease that was lost already is no error. Where the storage fails (`storage-*`) this
   * store stops driving anyway, and releases the lease on disk as soon as it can: nothing streamed is lost.
   */
  release(lease: Lease): Promise<void>

  /** A page of sessions, most recently active first. Never parses a session. */
  list(query?: ListQuery): Promise<Page<SessionRow>>

  /** What the list holds, counted. Never parses a session. */
  overview(): Promise<Overview>

  /** One row of the list. `not-found`, `erased`. */
  row(id: string): Promise<SessionRow>

  /**
   * Which sessions to look at again in the list: first the changes since the version `after`, or the current version;
   * then live ones, of all processes. A slow listener gets all ids at once. Reported are appends, leases acquired,
   * released or lost with their owner, erasures and adoptions; not streamed text. The row of a session may be the same.
   */
  changes(options?: { after?: string; signal?: AbortSignal }): AsyncIterable<ListChange>

  /** A page of texts that match, newest first. */
  search(query: SearchQuery): Promise<Page<Hit>>

  /** Stores bytes once, by their hash. Durable. */
  putBlob(bytes: Uint8Array, mediaType?: string): Promise<BlobRef>

  /** The bytes of a blob, checked against its hash. `not-found`, `damaged`. */
  blob(hash: string): Promise<Uint8Array>

  /** Drafts, settings and remembered profiles: small values that are no part of a session. Durable. */
  setting(key: string): Promise<unknown>
  /** The values of several at once, in the order of their keys. */
  settings(keys: readonly string[]): Promise<unknown[]>
  /**
   * With the session that it is about, its row counts as changed: see `changes`. What is kept of a session beside its log
   * is erased with it, and refused afterwards (`erased`).
   */
  setSetting(key: string, value: unknown, options?: { session?: string }): Promise<void>

  /**
   * Takes in a log that was exported: with its own id, or as a copy under a new one. Durable. `exists` if it differs,
   * `low-space` if it would fill the disk.
   */
  adopt(log: ForeignLog, options?: { copy?: boolean }): Promise<Adopted>

  /** Checks every stored byte of a session, or of all of them. Reports; changes nothing. */
  verify(id?: string): Promise<Report>

  /** Writes a whole, consistent copy of the store while it is in use. Durable. */
  backup(to: string): Promise<void>

  /**
   * Removes the bytes of a session for good and leaves a tombstone. Durable. `has-forks` unless they are provided for.
   * Damaged copies that repairs and restores have kept are named in the receipt if they may hold the session, and removed
   * if asked to, be it later.
   */
  erase(id: string, options?: EraseOptions): Promise<Receipt>

  /** Flushes, releases the leases of this store and closes its files. */
  close(): Promise<void>
}

export type NewSession = {
  id?: string
  workspace: string
  project: string
  title?: string
  by?: Actor
  parent?: { session: string; seq: number }
  startedBy?: { session: string; seq: number }
  /** What it is set to from the beginning: there is no moment in which it has other settings. */
  settings?: EventData<"session.configured">
}

export type EraseOptions = { forks?: "refuse" | "copy"; copies?: "keep" | "remove" }

/** With a lease, at the head that the driver decided on where it decides; or as a person, without one. */
export type Authority = { epoch: number; head?: number } | "intent"

/** What an append wrote: a caller that knows the state before it can fold these events instead of reading the log. */
export type Appended = {
  /** Of the last event. */
  seq: number
  /** As they are in the log; none where a key was repeated. */
  events: readonly Event[]
}

export type NewOwner = {
  type: string
  path?: string
  /** The session is driven for another one that the same process drives: the two are lost as one. */
  subRun?: boolean
  /** How the owner before was lost, where the caller knows: the store sees only how a process ended. */
  lost?: Loss
}

export type Lease = { session: string; epoch: number; owner: { type: string; path: string } }

/** A piece of streamed output; offset in UTF-16 units. */
export type Piece = { channel: Channel; offset: number; text: string }

export type ReadOptions = {
  after?: number
  before?: number
  limit?: number
  reverse?: boolean
  /** In the version in which each was written, to the byte: for export. */
  asStored?: boolean
  /** Called for each damaged stretch, which is then left out, instead of throwing. */
  onDamage?: (damage: Damage) => void
}

export type FollowOptions = {
  after: number
  signal?: AbortSignal
  /** Events only: a follower that ignores streamed text is not woken by it. */
  only?: "events"
}

export type Damage = { session: string; from: number; to: number; what: string }

export type Status = "running" | "waiting" | "interrupted" | "idle"

export type ListQuery = {
  /** Ids that begin or end with it. */
  id?: string
  /** The forks of a session. */
  parent?: string
  /** As it was recorded when the session was opened. */
  project?: string
  /** Recorded for this project, or with a workspace that is this directory or below it. */
  within?: string
  /** Left out: neither archived nor trashed ones. */
  archived?: boolean
  trashed?: boolean
  pinned?: boolean
  tag?: string
  owner?: string
  status?: Status
  limit?: number
  cursor?: string
}

/** What is in the trash counts only there. */
export type Overview = {
  /** Most recently active first; `sessions` are those that are not archived. */
  projects: Array<{ project: string; sessions: number; archived: number; updatedAt: string }>
  /** By name; archived sessions are counted too. */
  tags: Array<{ tag: string; sessions: number }>
  archived: number
  trashed: number
}

export type SessionRow = {
  id: string
  title: string | null
  project: string
  workspace: string
  tags: readonly string[]
  pinned: boolean
  archived: boolean
  trashed: boolean
  status: Status
  openedAt: string
  updatedAt: string
  seq: number
  messages: number
  parent: { session: string; seq: number } | null
  owner: { type: string; path: string } | null
  /** How the last turn of the live branch stopped. */
  stop: string | null
  /** The foreign part of the log: privileges given in it are void here. */
  foreignThrough: number
  damage: string | null
}

/** `version` is where to continue later. `resync`: the given one is foreign or too old; read the whole list. */
export type ListChange = { version: string; sessions: readonly string[] } | { version: string; resync: true }

export type Page<T> = { items: T[]; next: string | null }

export type SearchQuery = {
  text: string
  project?: string
  session?: string
  /** The last word is still being typed. */
  prefixLast?: boolean
  limit?: number
  cursor?: string
}

export type Hit = {
  session: string
  title: string | null
  seq: number
  at: string
  type: string
  snippet: Snippet
}

export type ForeignLog = {
  id: string
  events: readonly ForeignEvent[]
  blobs: ReadonlyArray<{ bytes: Uint8Array; mediaType?: string }>
}

export type Adopted = { id: string; outcome: "imported" | "extended" | "unchanged"; events: number }

/** Something that is wrong on the disk. What is derived can be rebuilt from the log; a damaged blob is named. */
export type Problem = { session: string | null; seq: number | null; what: string; derived: boolean; blob?: string }

export type Report = { sessions: number; events: number; blobs: number; problems: Problem[] }

export type Receipt = {
  session: string
  erasedAt: string
  events: number
  blobs: number
  copiedTo: string[]
  /** The copies of the store that held the session, or that are damaged and may hold it. */
  copies: StoreCopy[]
}

/** A copy in the data directory: an automatic backup, the files that a repair found, or those that a restore replaced. */
export type StoreCopy = {
  path: string
  kind: "backup" | "damaged" | "replaced"
  outcome: "cleaned" | "removed" | "left"
}
