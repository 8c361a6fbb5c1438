import type { Log } from "./log.ts"

/** Collects cleanups at startup and runs them in reverse order at shutdown. */
export type Shutdown = {
  readonly started: boolean
  /** Aborted when the shutdown starts. */
  readonly signal: AbortSignal
  /** Registers how a resource is closed, and returns it. */
  with<T>(thing: T, end: (thing: T, time: { deadlineMs: number }) => void | Promise<void>): T
  /** Closes everything, last one first, within the deadline; a second call waits for the first. */
  now(time: { deadlineMs: number }): Promise<void>
}

/** The share of the remaining time that one cleanup may take. */
const share = 0.6

export function createShutdown(log: Log): Shutdown {
  const started = new AbortController()
  const ends: Array<(time: { deadlineMs: number }) => void | Promise<void>> = []
  let ended: Promise<void> | undefined
  const endAll = async (deadlineMs: number) => {
    const deadline = performance.now() + deadlineMs
    started.abort()
    for (const end of ends.reverse()) {
      try {
        await end({ deadlineMs: Math.max(0, share * (deadline - performance.now())) })
      } catch (error) {
        // Continue with the rest: everything that matters is in the sessions' logs.
        log.error("a part of the server did not shut down in order", { error })
      }
    }
  }
  return {
    get started() {
      return started.signal.aborted
    },
    signal: started.signal,
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

export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`Timed out after ${milliseconds} ms.`)), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
