import { setImmediate } from "node:timers/promises"

/** How many bytes, or how long, before the event loop gets a round: a part of what a checkpoint promises. */
const atMost = { bytes: 1024, ms: 10 } as const

/** After such a silence the event loop has had its rounds: a model that speaks without a pause has none. */
const silenceMs = 5

/**
 * Lets the event loop have its round now and then. A model that speaks without a pause would keep everything else
 * waiting: the checkpoint of its own words, and the word to stop. Undefined while no round is due.
 */
export function yieldToEventLoop(): (text: string) => Promise<void> | undefined {
  let bytes = 0
  let since = performance.now()
  let last = since
  return (text) => {
    const now = performance.now()
    if (now - last >= silenceMs) since = now
    last = now
    bytes += Buffer.byteLength(text)
    if (bytes < atMost.bytes && now - since < atMost.ms) return undefined
    return setImmediate().then(() => {
      bytes = 0
      since = performance.now()
      last = since
    })
  }
}
