import type { Damage } from "../contract.ts"
import { closed, type Link } from "./link.ts"
import { type End, type Item, itemsOnTheWay, type StreamMethod } from "./message.ts"
import { unpackError } from "./packed-error.ts"

type Stream = {
  method: StreamMethod
  given: readonly unknown[]
  signal?: AbortSignal | undefined
  onDamage?: ((damage: Damage) => void) | undefined
}

/** Iterates what the thread of the store sends; what is not pulled is not sent. */
export async function* receiveItems<T>(link: Link, { method, given, signal, onDamage }: Stream): AsyncGenerator<T> {
  const waiting: Item[] = []
  let end: End | Error | null = null
  let wake: () => void = () => undefined
  let pulled = 0
  const stream = link.listen((items, ended) => {
    waiting.push(...items)
    // As with a store of this thread: a log that is being read ends too soon, what is live just ends.
    end ??= ended === "closed" ? (method === "read" ? closed() : { error: null }) : ended
    wake()
  })
  const onAbort = () => wake()
  signal?.addEventListener("abort", onAbort)
  try {
    link.post({ kind: "begin", stream, method, given, tellDamage: onDamage !== undefined })
    while (!signal?.aborted) {
      const item = waiting.shift()
      if (item && "damage" in item) {
        onDamage?.(item.damage)
      } else if (item) {
        pulled++
        if (pulled % half === 0) link.post({ kind: "more", stream, items: half })
        yield item.value as T
      } else if (end) {
        return rethrow(end)
      } else {
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        await link.waitFor(woken)
      }
    }
  } finally {
    signal?.removeEventListener("abort", onAbort)
    link.leave(stream)
    if (!end) link.post({ kind: "end", stream })
  }
}

const half = itemsOnTheWay / 2

function rethrow(end: End | Error): void {
  if (end instanceof Error) throw end
  if (end.error) throw unpackError(end.error)
}
