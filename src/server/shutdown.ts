import type { Log } from "./log.ts"

/** What there is to end, in the order in which it was begun. */
export type Ending = {
  readonly begun: boolean
  /** Aborted when the end begins. */
  readonly signal: AbortSignal
  /** Notes how a thing is ended, and gives it back. */
  with<T>(thing: T, end: (thing: T, time: { deadlineMs: number }) => void | Promise<void>): T
  /** Ends everything, the last one first, within the deadline; a second call waits for the first. */
  now(time: { deadlineMs: number }): Promise<void>
}

/** The share of the time that is left which one thing may take: there is some for those after it. */
const share = 0.6

export function ending(log: Log): Ending {
  const begun = new AbortController()
  const ends: Array<(time: { deadlineMs: number }) => void | Promise<void>> = []
  let ended: Promise<void> | undefined
  const endAll = async (deadlineMs: number) => {
    const deadline = performance.now() + deadlineMs
    begun.abort()
    for (const end of ends.reverse()) {
      try {
        await end({ deadlineMs: Math.max(0, share * (deadline - performance.now())) })
      } catch (error) {
        // What is left is ended all the same: nothing of it is truth, and the log of the sessions has all that is.
        log.error("something did not end in order", { error })
      }
    }
  }
  return {
    get begun() {
      return begun.signal.aborted
    },
    signal: begun.signal,
    with(thing, end) {
      ends.push((time) => end(thing, time))
      return thing
    },
    now({ deadlineMs }) {
      ended ??= endAll(deadlineMs)
      return ended
    },
  }
}

/** Waits for it, but no longer than that. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It took longer than ${milliseconds} ms.`)), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
