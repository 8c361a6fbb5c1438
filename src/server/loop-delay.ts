import { monitorEventLoopDelay } from "node:perf_hooks"

/** How often is looked, and how long what was seen counts. */
const every = { lookMs: 20, forgetMs: 60_000 } as const

/** How late the event loop of this thread was, lately: 99 of 100 looks were no later. In milliseconds. */
export function watchLoop(ended: AbortSignal): () => number {
  const seen = monitorEventLoopDelay({ resolution: every.lookMs })
  seen.enable()
  ended.addEventListener("abort", () => seen.disable(), { once: true })
  let since = Date.now()
  return () => {
    // What is measured is from one look to the next.
    const late = seen.count === 0 ? 0 : Math.max(0, seen.percentile(99) / 1e6 - every.lookMs)
    if (Date.now() - since > every.forgetMs) {
      seen.reset()
      since = Date.now()
    }
    return Math.round(late * 10) / 10
  }
}
