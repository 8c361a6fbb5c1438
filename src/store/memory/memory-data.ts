import { emptyState } from "../../session/empty-state.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Event, ForeignEvent } from "../../session/event.ts"
import { fold } from "../../session/fold.ts"
import { noPartials, type Partials } from "../../session/partial.ts"
import type { SessionState } from "../../session/state.ts"
import { upcast } from "../../session/upcast.ts"
import type { Receipt } from "../contract.ts"
import { type SessionSignals, sessionSignals } from "../session-signals.ts"
import { oneSlotSignal, type Signal } from "../signal.ts"
import { itemStartedBy } from "../started-items.ts"
import { uuidv7 } from "../uuid.ts"

/** What stores in memory share: each store opened over it is like another process at the same file. */
export type MemoryData = {
  logs: Map<string, MemoryLog>
  /** Idempotency keys of open. */
  keys: Map<string, Keyed>
  blobs: Map<string, Uint8Array>
  /** When a blob was put again, as a number among those of events. */
  puts: Map<string, number>
  settings: Map<string, string>
  tombstones: Map<string, Receipt>
  /** Tells these data from others. */
  id: string
  signals: SessionSignals
  /** Raised when a row may have changed. */
  rows: Signal
  /** When the row of each session changed last, as a number among those of events. */
  changes: Map<string, number>
  /** The next number of a log or an event; never used twice, and larger is later. */
  next(): number
}

export type MemoryLog = {
  n: number
  id: string
  /** The whole log, what a fork inherits included. */
  events: Stored[]
  state: SessionState
  /** The log whose beginning this one shares, up to `base`. */
  parent: string | null
  base: number
  foreignThrough: number
  keys: Map<string, Keyed>
  /** The turns, inputs and asks that were started in it, inherited ones included. */
  startedItems: Set<string>
  epoch: number
  holder: Holder | null
  partials: Partials
  streamedAt: number
}

/** An event as text, so that what a caller does with its own objects changes nothing here. */
export type Stored = { n: number; session: string; seq: number; body: string }

export type Keyed = { digest: string; result: string }

/** `store` tells the store that took the lease from the others. */
type Holder = { type: string; path: string; store: symbol }

export function memoryData(): MemoryData {
  let last = 0
  return {
    logs: new Map(),
    keys: new Map(),
    blobs: new Map(),
    puts: new Map(),
    settings: new Map(),
    tombstones: new Map(),
    id: uuidv7(),
    signals: sessionSignals(),
    rows: oneSlotSignal(),
    changes: new Map(),
    next: () => ++last,
  }
}

/** Notes that the log or the row of a session changed, and tells those who wait for it. */
export function noteChange(data: MemoryData, id: string): void {
  data.changes.set(id, data.next())
  data.signals.raiseLog(id)
  data.rows.raise()
}

export function newLog(data: MemoryData, id: string): MemoryLog {
  return {
    n: data.next(),
    id,
    events: [],
    state: emptyState(id),
    parent: null,
    base: 0,
    foreignThrough: 0,
    keys: new Map(),
    startedItems: new Set(),
    epoch: 0,
    holder: null,
    partials: noPartials,
    streamedAt: 0,
  }
}

/** The log of a session. Throws where there is none. */
export function logOf(data: MemoryData, id: string): MemoryLog {
  const log = data.logs.get(id)
  if (!log) throw missing(data, id)
  return log
}

/** The error for an id that has no session, which tells erased ones apart. */
export function missing(data: MemoryData, id: string): HoldfastError {
  const receipt = data.tombstones.get(id)
  if (!receipt) return new HoldfastError("not-found", `There is no session ${id}. See 'holdfast sessions'.`)
  const { erasedAt } = receipt
  return new HoldfastError("erased", `Session ${id} was erased on ${erasedAt}.`, { details: { erasedAt } })
}

export function decode(stored: Stored): Event | ForeignEvent {
  return upcast(decodeAsStored(stored))
}

export function decodeAsStored({ session, seq, body }: Stored): ForeignEvent {
  return { ...JSON.parse(body), session, seq } as ForeignEvent
}

/** Puts events at the end of a log, and keeps what they begin. */
export function put(log: MemoryLog, events: readonly Stored[]): void {
  for (const stored of events) {
    log.events.push(stored)
    const item = itemStartedBy(decode(stored))
    if (item) log.startedItems.add(`${item.kind} ${item.id}`)
  }
}

/** The folded state of a log at an event. */
export function stateAt({ id, events, state }: MemoryLog, at: number = state.seq): SessionState {
  if (at === state.seq) return state
  if (at < 0 || at > state.seq) {
    throw new HoldfastError("not-found", `Session ${id} has no event ${at}: its head is ${state.seq}.`)
  }
  return fold(id, events.slice(0, at).map(decode))
}
