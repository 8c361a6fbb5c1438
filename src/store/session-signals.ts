import { oneSlotSignal, type Signal } from "./signal.ts"

/** What wakes the followers of one session. */
type SessionSignal = Pick<Signal, "now"> & {
  /** Settles when it was raised after `since`, be it by the end that the follower was given. */
  after(since: number): Promise<void>
  /** How often its log may have changed: while that is the same, there are only new pieces of text to send. */
  readonly logs: number
  /** Must be called when a follower stops. */
  leave(): void
}

/** Signals by session: what happens in one does not wake the followers of another. */
export type SessionSignals = {
  /** New pieces of text do not wake a follower with `only`; its end does, which it may look at itself. */
  enter(id: string, options?: { only?: "events" | undefined; end?: AbortSignal | undefined }): SessionSignal
  raiseLog(id: string): void
  raiseText(id: string): void
  /** Another process wrote, and it is not known to which session. */
  raiseAll(): void
  /** Whether there are waiters. */
  readonly awaited: boolean
}

type Followed = { any: Signal; log: Signal; logs: number; followers: number }

export function sessionSignals(onWait: () => void = () => undefined): SessionSignals {
  const known = new Map<string, Followed>()
  const raise = (each: Followed | undefined) => {
    if (!each) return
    each.logs++
    each.log.raise()
    each.any.raise()
  }
  return {
    enter(id, { only, end } = {}) {
      const here = known.get(id) ?? { any: oneSlotSignal(onWait), log: oneSlotSignal(onWait), logs: 0, followers: 0 }
      known.set(id, here)
      here.followers++
      const signal = only === "events" ? here.log : here.any
      // Once for all waits: a listener for each would cost as much as the rest of them. That others wake does no harm.
      end?.addEventListener("abort", signal.raise, { once: true })
      return {
        after: (since) => signal.after(since, undefined),
        get now() {
          return signal.now
        },
        get logs() {
          return here.logs
        },
        leave() {
          end?.removeEventListener("abort", signal.raise)
          here.followers--
          if (here.followers === 0) known.delete(id)
        },
      }
    },
    raiseLog: (id) => raise(known.get(id)),
    raiseText: (id) => known.get(id)?.any.raise(),
    raiseAll() {
      for (const each of [...known.values()]) raise(each)
    },
    get awaited() {
      return [...known.values()].some(({ any, log }) => any.awaited || log.awaited)
    },
  }
}
