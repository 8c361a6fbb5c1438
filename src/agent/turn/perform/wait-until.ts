import { longestTimerMs } from "../deadline.ts"
import type { Work } from "../work.ts"

/** Waits for a time that is in the log: after a crash the next driver keeps waiting. */
export function waitUntil(at: string, { now, signal }: Work): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(longestTimerMs, Math.max(0, Date.parse(at) - now())))
    signal.addEventListener("abort", done)
    if (signal.aborted) done()
  })
}
