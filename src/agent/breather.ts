import { setImmediate } from "node:timers/promises"

/** How much is heard at most, or for how long, before the event loop gets a round: a part of what a checkpoint promises. */
const atMost = { bytes: 1024, ms: 10 } as const

/**
 * Lets the event loop have its round now and then. A model that speaks without a pause would keep everything else
 * waiting: the checkpoint of its own words, and the word to stop. Undefined while no round is due.
 */
export function breather(): (heard: string) => Promise<void> | undefined {
  let bytes = 0
  let since = performance.now()
  return (heard) => {
    bytes += Buffer.byteLength(heard)
    if (bytes < atMost.bytes && performance.now() - since < atMost.ms) return undefined
    return setImmediate().then(() => {
      bytes = 0
      since = performance.now()
    })
  }
}
