import { isHoldfastError } from "../../session/error.ts"
import type { Event, NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import { unfinished } from "../../session/view/unfinished.ts"
import type { Store } from "../../store/contract.ts"
import { appendOnce, type IntentMeta, keyOf, signed } from "./idempotent-intent.ts"

/** The outcome of a stop: the turn that it stops, or the input that it withdrew before its turn started. */
export type Cancelled = { seq: number; turn: string | null; withdrawn: string | null }

type CancelOptions = { turn?: string | undefined; reason?: string | undefined } & IntentMeta

/**
 * Asks a turn to stop: the named one, else the open one. Where none is open, what was about to begin does not: its input
 * is taken back, and the others are held. Null where there is nothing to stop.
 */
export function cancel(store: Store, session: string, wanted: CancelOptions = {}): Promise<Cancelled | null> {
  const { turn, reason, key } = wanted
  return appendOnce<Cancelled | null>(
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

async function stop(store: Store, session: string, wanted: CancelOptions): Promise<Cancelled | null> {
  for (;;) {
    const events = wanted.turn === undefined ? stopping(await store.state(session)) : stopOf(wanted.turn)
    if (events.length === 0) return null
    try {
      const { seq } = await store.append(session, events.map(inWordsOf(wanted)), "intent", keyOf(wanted))
      return cancelledBy(events, seq)
    } catch (error) {
      if (wanted.turn !== undefined || !isHoldfastError(error)) throw error
      // No turn was named, and the open one ended by itself: the next one is not what was meant.
      if (error.code === "stopped") return null
      // What was about to start has started, or was withdrawn: look again at what is there now.
      if (error.code !== "illegal") throw error
    }
  }
}

/** What stops a session in its present state: its turn, or else the input that would start one. */
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

function inWordsOf({ reason, ...meta }: CancelOptions): (event: NewEvent) => NewEvent {
  return (event) =>
    event.type === "turn.cancel-requested" && reason
      ? { ...event, data: { ...event.data, reason }, ...signed(meta) }
      : { ...event, ...signed(meta) }
}

function cancelledBy(events: ReadonlyArray<NewEvent | Event>, seq: number): Cancelled {
  const cancelled: Cancelled = { seq, turn: null, withdrawn: null }
  for (const { type, data } of events) {
    if (type === "turn.cancel-requested") cancelled.turn = data.turn ?? null
    if (type === "input.withdrawn") cancelled.withdrawn = data.input
  }
  return cancelled
}

export type ResumeOptions = IntentMeta & {
  /** Leaves the stopped turn as it is and continues with the pending inputs. */
  skip?: boolean
}

/**
 * Asks for a turn to continue: the open one, or the one that stopped last. Where that one had finished, or is to be
 * skipped, and inputs wait, held or not, they continue instead. Null where there is nothing to continue.
 */
export function resume(
  store: Store,
  session: string,
  { skip = false, ...meta }: ResumeOptions = {},
): Promise<number | null> {
  return appendOnce<number | null>(
    { store, session, key: meta.key },
    {
      work: async () => {
        const state = await store.state(session)
        const isDone = skip ? state.log.turn === null : unfinished(state) === undefined
        const isQueueOnly = isDone && state.log.inputs.waiting.length > 0
        const turn = isQueueOnly || skip ? undefined : (state.log.turn?.id ?? state.branch.stop?.turn)
        if (turn === undefined && !isQueueOnly) return null
        const data = turn === undefined ? {} : { turn }
        const event = { type: "turn.resume-requested" as const, data, ...signed(meta) }
        return (await store.append(session, [event], "intent", keyOf(meta))).seq
      },
      before: ([event]) => {
        if (event?.type !== "turn.resume-requested") return undefined
        return skip && event.data.turn !== undefined ? undefined : event.seq
      },
      idle: (seq) => seq === null,
    },
  )
}
