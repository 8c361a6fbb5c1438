import type { Source } from "./stream/http-fetch.ts"

/**
 * Opens a stream and gives what comes of it, until the signal aborts: then it ends at once with the reason, whatever the
 * source is waiting for. (A race against the signal for each value would keep all of them in memory.)
 */
export async function* untilAborted<Value>(
  open: () => PromiseLike<Source<Value>>,
  signal: AbortSignal,
): AsyncGenerator<Value, void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  signal.throwIfAborted()
  const reader = (await Promise.race([aborted, open()])).getReader()
  const cancel = () => {
    // The stream may have failed already; then the read has thrown it.
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener("abort", cancel, { once: true })
  try {
    while (true) {
      const next = await reader.read()
      signal.throwIfAborted()
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener("abort", cancel)
    cancel()
  }
}
