import type { Hint } from "../input/hint.ts"
import type { CurrentSession } from "./current-session.ts"
import { type RunningServer, runningServer } from "./hand-over.ts"

/** The end of the interactive session, and what becomes of an open turn. */
export type Leaving = {
  /** Resolves when the person leaves, with the server that is to continue the open turn. */
  ended: Promise<RunningServer | null>
  /** Exits where that interrupts nothing; says so where the turn would pause. */
  detach(): Promise<void>
  /** The same, and at the second press exits anyway. */
  detachByKey(): Promise<void>
  /** At the second press exits. */
  interrupt(): void
  quit(): void
  fail(error: unknown): void
}

const pauses = "Press Ctrl-D again to exit. The turn pauses; holdfast -c opens it. No server runs here."
const noServer =
  "No server runs here that could continue the turn: start one with holdfast serve, then /detach. /quit pauses the turn."
const quits = "Press Ctrl-C again to exit. What you typed is kept."

export function createLeaving(of: {
  directory: string
  current(): CurrentSession
  hint: Hint
  warn(text: string): void
}): Leaving {
  const { directory, current, hint, warn } = of
  const left = Promise.withResolvers<RunningServer | null>()
  // It may fail before anybody waits for it.
  left.promise.catch(() => undefined)
  const detached = async () => {
    const server = current().isAtWork ? await runningServer(directory) : null
    if (current().isAtWork && !server) return false
    left.resolve(server)
    return true
  }
  return {
    ended: left.promise,
    async detach() {
      if (!(await detached())) warn(noServer)
    },
    async detachByKey() {
      if (!(await detached()) && hint.isConfirmed(pauses)) left.resolve(null)
    },
    interrupt() {
      if (hint.isConfirmed(quits)) left.resolve(null)
    },
    quit: () => left.resolve(null),
    fail: left.reject,
  }
}
