import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"

/**
 * Aborts the signal of a turn as soon as the log says that it is to stop: by a cancel, or an input that interrupts it.
 * That of a wait is aborted as well once a person resumes the turn.
 */
export function watchForStop(store: Store, state: SessionState): StopSignal {
  const ending = new AbortController()
  const stops = new Map<string, AbortController>()
  const stopOf = (turn: string) => {
    const known = stops.get(turn) ?? new AbortController()
    stops.set(turn, known)
    return known
  }
  let resumed = new AbortController()
  let resumedAt = 0
  const watching = watch(store, state, ending.signal, {
    stop: (turn) => stopOf(turn).abort(),
    resume: (seq) => {
      resumedAt = seq
      resumed.abort()
      resumed = new AbortController()
    },
  })
  // Reported at the end: until then the drive meets the same problem with its next append.
  watching.catch(() => undefined)
  return {
    signalFor: ({ log }) => {
      const { turn } = log
      if (!turn) return ending.signal
      const stop = stopOf(turn.id)
      if (turn.cancel) stop.abort()
      return stop.signal
    },
    resumeAfter: (seq) => (resumedAt > seq ? AbortSignal.abort() : resumed.signal),
    end() {
      ending.abort()
      return watching
    },
  }
}

type StopSignal = {
  signalFor(state: SessionState): AbortSignal
  /** Aborted by the first resume that a person asks for after this event. */
  resumeAfter(seq: number): AbortSignal
  end(): Promise<void>
}

type Requests = { stop(turn: string): void; resume(seq: number): void }

async function watch(store: Store, state: SessionState, signal: AbortSignal, { stop, resume }: Requests) {
  for await (const item of store.follow(state.id, { after: state.seq, signal, only: "events" })) {
    if (!("type" in item)) continue
    if (item.type === "turn.cancel-requested" && item.data.turn) stop(String(item.data.turn))
    if (item.type === "turn.resume-requested") resume(item.seq)
    if (item.type === "input.accepted" && item.data.kind === "interrupt") stop(String(item.data.turn))
  }
}
