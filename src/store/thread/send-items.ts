import type { Damage } from "../contract.ts"
import { packError } from "./packed-error.ts"
import { type Item, itemsOnTheWay } from "./port-message.ts"

/** Sends what is iterated, as far as the other side has asked for it. */
export type Sending = {
  more(items: number): void
  /** Stops at once, and sends nothing more. */
  stop(): void
}

export function sendItems(
  start: (onDamage: (damage: Damage) => void) => AsyncIterable<unknown>,
  post: (item: Item) => void,
): Sending {
  let allowed = itemsOnTheWay
  let stopped = false
  let go: () => void = () => undefined

  const send = (item: Item) => {
    if (!stopped) post(item)
  }
  const run = async () => {
    for await (const value of start((damage) => send({ damage }))) {
      send({ value })
      allowed--
      if (allowed <= 0 && !stopped) {
        await new Promise<void>((resolve) => {
          go = resolve
        })
      }
      if (stopped) return
    }
  }
  run().then(
    () => send({ end: null }),
    (error: unknown) => send({ end: packError(error) }),
  )
  return {
    more(items) {
      allowed += items
      go()
    },
    stop() {
      stopped = true
      go()
    },
  }
}
