import { monitorEventLoopDelay } from "node:perf_hooks"

const every = { lookMs: 20, forgetMs: 60_000 } as const

/** Measures the event loop's recent delay: the 99th percentile in milliseconds. */
export function watchLoop(ended: AbortSignal): () => number {
  const seen = monitorEventLoopDelay({ resolution: every.lookMs })
  seen.enable()
  ended.addEventListener("abort", () => seen.disable(), { once: true })
  let since = Date.now()
  return () => {
    // The histogram includes the sampling interval.
    const late = seen.count === 0 ? 0 : Math.max(0, seen.percentile(99) / 1e6 - every.lookMs)
    if (Date.now() - since > every.forgetMs) {
      seen.reset()
      since = Date.now()
    }
    return Math.round(late * 10) / 10
  }
}
