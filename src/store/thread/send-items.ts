import type { Damage } from "../contract.ts"
import { type End, type Item, itemsOnTheWay } from "./message.ts"
import { packError } from "./packed-error.ts"

/** Sends what is iterated, as far as the other side has asked for it. */
export type Sending = {
  more(items: number): void
  damage(damage: Damage): void
  /** Stops at once, and sends nothing more. */
  stop(): void
}

export function sendItems(
  start: (sending: Sending) => AsyncIterable<unknown>,
  post: (items: readonly Item[], end: End | null) => void,
): Sending {
  let allowed = itemsOnTheWay
  let stopped = false
  let go: () => void = () => undefined
  let gathered: Item[] = []

  const gather = (item: Item) => {
    // After all that is there already, and before anything else is waited for.
    if (gathered.length === 0) process.nextTick(flush, null)
    gathered.push(item)
  }
  const flush = (end: End | null) => {
    const items = gathered
    gathered = []
    if (!stopped && (items.length > 0 || end)) post(items, end)
  }
  const run = async () => {
    for await (const value of start(sending)) {
      gather({ value })
      allowed--
      if (allowed <= 0 && !stopped) {
        await new Promise<void>((resolve) => {
          go = resolve
        })
      }
      if (stopped) return
    }
  }
  const sending: Sending = {
    more(items) {
      allowed += items
      go()
    },
    damage: (damage) => gather({ damage }),
    stop() {
      stopped = true
      go()
    },
  }
  run().then(
    () => flush({ error: null }),
    (error: unknown) => flush({ error: packError(error) }),
  )
  return sending
}
