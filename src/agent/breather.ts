import { setImmediate } from "node:timers/promises"

/** How much is heard at most, or for how long, before the event loop gets a round: a part of what a checkpoint promises. */
const atMost = { bytes: 1024, ms: 10 } as const

/** After such a silence the event loop has had its rounds: a model that speaks without a pause has none. */
const silenceMs = 5

/**
 * Lets the event loop have its round now and then. A model that speaks without a pause would keep everything else
 * waiting: the checkpoint of its own words, and the word to stop. Undefined while no round is due.
 */
export function breather(): (heard: string) => Promise<void> | undefined {
  let bytes = 0
  let since = performance.now()
  let last = since
  return (heard) => {
    const now = performance.now()
    if (now - last >= silenceMs) since = now
    last = now
    bytes += Buffer.byteLength(heard)
    if (bytes < atMost.bytes && now - since < atMost.ms) return undefined
    return setImmediate().then(() => {
      bytes = 0
      since = performance.now()
      last = since
    })
  }
}
