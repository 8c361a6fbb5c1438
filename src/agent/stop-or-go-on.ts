import { isHoldfastError } from "../session/error.ts"
import type { Event, NewEvent } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import { unfinished } from "../session/view/unfinished.ts"
import type { Store } from "../store/contract.ts"
import { keyOf, once, signed, type Told } from "./once.ts"

/** What a stop came to: the turn that it stops, or the input that it took back before its turn began. */
export type Cancelled = { seq: number; turn: string | null; withdrawn: string | null }

type Wanted = { turn?: string | undefined; reason?: string | undefined } & Told

/**
 * Asks a turn to stop: the named one, else the open one. Where none is open, what was about to begin does not: its input
 * is taken back, and the others are held. Null where there is nothing to stop.
 */
export function cancel(store: Store, session: string, wanted: Wanted = {}): Promise<Cancelled | null> {
  const { turn, reason, key } = wanted
  return once<Cancelled | null>(
    { store, session, key },
    {
      work: () => stop(store, session, wanted),
      before: (events) => {
        const asked = events.findLast((event) => event.type === "turn.cancel-requested")
        if (!asked || (turn !== undefined && asked.data.turn !== turn)) return undefined
        return (asked.data.reason ?? "") === (reason ?? "") ? cancelledBy(events, asked.seq) : undefined
      },
      idle: (done) => done === null,
    },
  )
}

async function stop(store: Store, session: string, wanted: Wanted): Promise<Cancelled | null> {
  for (;;) {
    const events = wanted.turn === undefined ? stopping(await store.state(session)) : stopOf(wanted.turn)
    if (events.length === 0) return null
    try {
      const seq = await store.append(session, events.map(inWordsOf(wanted)), "intent", keyOf(wanted))
      return cancelledBy(events, seq)
    } catch (error) {
      if (wanted.turn !== undefined || !isHoldfastError(error)) throw error
      // Nobody named the turn, and it ended by itself: the next one is not what was meant.
      if (error.code === "stopped") return null
      // What was about to begin has begun, or was taken back: whatever is there by now is looked at again.
      if (error.code !== "illegal") throw error
    }
  }
}

/** What stops a session as it stands: its turn, or else what would begin by itself. */
function stopping({ log }: SessionState): NewEvent[] {
  if (log.turn) return stopOf(log.turn.id)
  if (log.resume !== null) return [{ type: "turn.cancel-requested", data: {} }]
  const [next] = log.inputs.waiting
  if (!next || log.inputs.held) return []
  return [
    { type: "input.withdrawn", data: { input: next.input } },
    { type: "turn.cancel-requested", data: {} },
  ]
}

const stopOf = (turn: string): NewEvent[] => [{ type: "turn.cancel-requested", data: { turn } }]

function inWordsOf({ reason, ...told }: Wanted): (event: NewEvent) => NewEvent {
  return (event) =>
    event.type === "turn.cancel-requested" && reason
      ? { ...event, data: { ...event.data, reason }, ...signed(told) }
      : { ...event, ...signed(told) }
}

function cancelledBy(events: ReadonlyArray<NewEvent | Event>, seq: number): Cancelled {
  const cancelled: Cancelled = { seq, turn: null, withdrawn: null }
  for (const { type, data } of events) {
    if (type === "turn.cancel-requested") cancelled.turn = data.turn ?? null
    if (type === "input.withdrawn") cancelled.withdrawn = data.input
  }
  return cancelled
}

export type Going = Told & {
  /** The turn that stopped is left as it is, and only the inputs that wait go on. */
  skip?: boolean
}

/**
 * Asks that a turn go on: the open one, or the one that stopped last. Where that one was done with its work, or is to be
 * skipped, and inputs wait, held or not, they go on instead. Null where there is nothing of it.
 */
export function resume(store: Store, session: string, { skip = false, ...told }: Going = {}): Promise<number | null> {
  return once<number | null>(
    { store, session, key: told.key },
    {
      work: async () => {
        const state = await store.state(session)
        const isDone = skip ? state.log.turn === null : unfinished(state) === undefined
        const isQueueOnly = isDone && state.log.inputs.waiting.length > 0
        const turn = isQueueOnly || skip ? undefined : (state.log.turn?.id ?? state.branch.stop?.turn)
        if (turn === undefined && !isQueueOnly) return null
        const data = turn === undefined ? {} : { turn }
        const event = { type: "turn.resume-requested" as const, data, ...signed(told) }
        return store.append(session, [event], "intent", keyOf(told))
      },
      before: ([event]) => {
        if (event?.type !== "turn.resume-requested") return undefined
        return skip && event.data.turn !== undefined ? undefined : event.seq
      },
      idle: (seq) => seq === null,
    },
  )
}
