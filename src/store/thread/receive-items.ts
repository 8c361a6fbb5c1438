import type { Damage } from "../contract.ts"
import { closed, type Link } from "./link.ts"
import { unpackError } from "./packed-error.ts"
import { type Item, itemsOnTheWay, type StreamMethod } from "./port-message.ts"

type Stream = {
  method: StreamMethod
  given: readonly unknown[]
  signal?: AbortSignal | undefined
  onDamage?: ((damage: Damage) => void) | undefined
}

/** Iterates what the thread of the store sends; what is not pulled is not sent. */
export async function* receiveItems<T>(link: Link, { method, given, signal, onDamage }: Stream): AsyncGenerator<T> {
  const waiting: Array<Item | Error> = []
  let wake: () => void = () => undefined
  let pulled = 0
  let hasEnded = false
  const stream = link.listen((item) => {
    // As with a store of this thread: a log that is being read ends too soon, what is live just ends.
    const received = item === "closed" ? (method === "read" ? closed() : { end: null }) : item
    hasEnded ||= received instanceof Error || "end" in received
    waiting.push(received)
    wake()
  })
  const onAbort = () => wake()
  signal?.addEventListener("abort", onAbort)
  try {
    link.post({ kind: "begin", stream, method, given, reportDamage: onDamage !== undefined })
    while (!signal?.aborted) {
      const item = waiting.shift()
      if (item === undefined) {
        link.hold()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        link.release()
        continue
      }
      if (item instanceof Error) throw item
      if ("end" in item) {
        if (item.end) throw unpackError(item.end)
        return
      }
      if ("damage" in item) {
        onDamage?.(item.damage)
        continue
      }
      pulled++
      if (pulled % half === 0) link.post({ kind: "more", stream, items: half })
      yield item.value as T
    }
  } finally {
    signal?.removeEventListener("abort", onAbort)
    link.leave(stream)
    if (!hasEnded) link.post({ kind: "end", stream })
  }
}

const half = itemsOnTheWay / 2
