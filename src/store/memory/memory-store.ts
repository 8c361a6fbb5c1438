import { hash as digest } from "node:crypto"
import { HoldfastError } from "../../session/error.ts"
import type { Actor, Event, ForeignEvent } from "../../session/event.ts"
import { fold } from "../../session/fold.ts"
import { applyDelta, type Delta, deltasOf, openIntents, receiveAll, type TextCursor } from "../../session/partial.ts"
import { driver, personHere } from "../actor.ts"
import { assertWriter, prepare, prepareOpening, sessionId } from "../admission.ts"
import { guarded } from "../arguments.ts"
import type { Appended, FollowOptions, Lease, Piece, Problem, ReadOptions, Report, Store } from "../contract.ts"
import { openingDigest } from "../idempotency.ts"
import { sessionOfSetting } from "../session-settings.ts"
import { adoptLog } from "./memory-adopt.ts"
import { appendTo, once, openLog, takeLease } from "./memory-append.ts"
import { listChanges } from "./memory-changes.ts"
import {
  decode,
  decodeAsStored,
  logOf,
  type MemoryData,
  type MemoryLog,
  memoryData,
  missing,
  noteChange,
  stateAt,
} from "./memory-data.ts"
import { eraseLog } from "./memory-erase.ts"
import { countLogs, listLogs, rowOf, searchLogs } from "./memory-list.ts"

export type MemoryOptions = {
  /** What `memoryData` made: stores over the same data see the same sessions. Default: data of its own. */
  data?: MemoryData
  /** Who appends when an event does not say. Default: the user of this process. */
  actor?: Actor
}

/** A store for tests, in maps: it keeps the contract, but for what the end of the process takes with it. */
export function openMemoryStore({ data = memoryData(), actor = personHere() }: MemoryOptions = {}): Store {
  const store = Symbol("store")
  const held = new Map<string, Lease>()
  let closed = false

  const here = (): MemoryData => {
    if (closed) throw new HoldfastError("closed", "The store was closed.")
    return data
  }

  return guarded({
    async open(session, { key } = {}) {
      const id = sessionId(session.id)
      const prepared = prepareOpening(session, actor, key)
      return once(here().keys, key, openingDigest(session), () => {
        openLog(data, id, prepared, session)
        return id
      })
    },

    async append(id, events, by, { key, releases = false } = {}) {
      assertWriter(events, by)
      const prepared = prepare(events, by === "intent" ? actor : driver(held.get(id), by.epoch), key)
      const log = logOf(here(), id)
      let appended: Appended | undefined
      const seq = once(log.keys, key, prepared.digest, () => {
        appended = appendTo(data, log, prepared, by)
        return String(appended.seq)
      })
      const lease = held.get(id)
      if (releases && lease && by !== "intent" && by.epoch === lease.epoch) dropLease(data, store, lease)
      return appended ?? { seq: Number(seq), events: [] }
    },

    checkpoint(lease, intentSeq, piece) {
      const log = here().logs.get(lease.session)
      const mine = log?.holder?.store === store && log.epoch === lease.epoch
      if (log && mine && openIntents(log.state).has(intentSeq)) stream(data, log, intentSeq, piece)
    },

    read: (id, options = {}) => readLog(here, id, options),
    follow: (id, options) => followLog(here(), () => closed, id, options),
    state: async (id, { at } = {}) => stateAt(logOf(here(), id), at),
    partials: async (id) => logOf(here(), id).partials,

    async acquire(id, owner) {
      const lease = takeLease(here(), id, owner, store)
      held.set(id, lease)
      return lease
    },
    async release(lease) {
      dropLease(here(), store, lease)
    },

    list: async (query = {}) => listLogs(here(), query),
    overview: async () => countLogs(here()),
    row: async (id) => rowOf(logOf(here(), id)),
    changes: (options = {}) => listChanges(here(), () => closed, options),
    search: async (query) => searchLogs(here(), query),

    async putBlob(bytes, mediaType) {
      const blob = digest("sha256", bytes, "hex")
      if (here().blobs.has(blob)) data.puts.set(blob, data.next())
      data.blobs.set(blob, Uint8Array.from(bytes))
      return { blob, bytes: bytes.length, ...(mediaType === undefined ? {} : { mediaType }) }
    },
    async blob(hash) {
      const bytes = here().blobs.get(hash)
      if (!bytes) throw new HoldfastError("not-found", `There is no blob ${hash}.`)
      return Uint8Array.from(bytes)
    },

    setting: async (key) => settingIn(here(), key),
    settings: async (keys) => keys.map((key) => settingIn(here(), key)),
    async setSetting(key, value, { session } = {}) {
      const of = sessionOfSetting(key)
      if (of !== undefined && value !== undefined && here().tombstones.has(of)) throw missing(data, of)
      if (value === undefined) here().settings.delete(key)
      else here().settings.set(key, JSON.stringify(value))
      if (session !== undefined) noteChange(data, session)
    },

    adopt: async (log, options = {}) => adoptLog(here(), log, { ...options, by: actor }),
    verify: async (id) => verify(here(), id === undefined ? [...data.logs.values()] : [logOf(data, id)]),
    async backup() {
      here()
      throw new HoldfastError("invalid", "A store in memory has no file to back up. Export its sessions instead.")
    },
    erase: async (id, options = {}) => eraseLog(here(), id, options),

    async close() {
      for (const lease of held.values()) dropLease(data, store, lease)
      closed = true
      data.signals.raiseAll()
      data.rows.raise()
    },
  })
}

function dropLease(data: MemoryData, store: symbol, { session, epoch }: Lease): void {
  const log = data.logs.get(session)
  if (log?.holder?.store !== store || log.epoch !== epoch) return
  log.holder = null
  noteChange(data, session)
}

function stream(data: MemoryData, log: MemoryLog, intent: number, piece: Piece): void {
  const partials = applyDelta(log.partials, { seq: intent, ...piece })
  if (partials === log.partials) {
    throw new HoldfastError("invalid", `A checkpoint at ${piece.offset} leaves a gap in ${piece.channel} of ${intent}.`)
  }
  log.partials = partials
  log.streamedAt = Date.now()
  data.signals.raiseText(log.id)
}

async function* readLog(
  here: () => MemoryData,
  id: string,
  options: ReadOptions,
): AsyncGenerator<Event | ForeignEvent> {
  const { after = 0, before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY, reverse = false } = options
  const asked = logOf(here(), id).events.filter(({ seq }) => seq > after && seq < before)
  const page = reverse ? asked.reverse().slice(0, limit) : asked.slice(0, limit)
  for (const stored of page) yield options.asStored ? decodeAsStored(stored) : decode(stored)
}

async function* followLog(
  data: MemoryData,
  isClosed: () => boolean,
  id: string,
  { after, signal, only }: FollowOptions,
): AsyncGenerator<Event | ForeignEvent | Delta> {
  let seq = after
  const cursor: TextCursor = new Map()
  const changed = data.signals.enter(id, { only, end: signal })
  try {
    while (!signal?.aborted && !isClosed()) {
      const seen = changed.now
      const { events, partials } = logOf(data, id)
      for (const stored of events.slice(seq)) {
        yield decode(stored)
        seq = stored.seq
      }
      if (!only) yield* receiveAll(cursor, deltasOf(partials))
      await changed.after(seen)
    }
  } finally {
    changed.leave()
  }
}

function verify(data: MemoryData, logs: readonly MemoryLog[]): Report {
  const problems: Problem[] = []
  for (const { id, events, state } of logs) {
    const folded = fold(id, events.map(decode))
    if (JSON.stringify(folded) === JSON.stringify(state)) continue
    problems.push({ session: id, seq: state.seq, what: "the state is not the fold of the log", derived: true })
  }
  const events = logs.reduce((sum, { state, base }) => sum + state.seq - base, 0)
  return { sessions: logs.length, events, blobs: data.blobs.size, problems }
}

function settingIn({ settings }: MemoryData, key: string): unknown {
  const value = settings.get(key)
  return value === undefined ? undefined : (JSON.parse(value) as unknown)
}
