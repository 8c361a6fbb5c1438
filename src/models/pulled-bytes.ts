import { eventSorter } from "./event-sorter.ts"
import type { PlainWords } from "./plain-words.ts"

type Bytes = Uint8Array<ArrayBuffer>

type Pulling = {
  /** Told of each chunk as it comes. */
  heard(): void
  /** Where plain words go; without it all is given as it is. */
  words?: PlainWords | undefined
}

/** So much is read ahead at most. */
const aheadBytes = 256 * 1024

/**
 * The bytes of an answer, read as they come and given when they are pulled: what has come in between is given at once.
 * (A transform would cost as much as all that is done with a chunk.)
 */
export function pulledBytes(body: ReadableStream<Bytes>, { heard, words }: Pulling): ReadableStream<Bytes> {
  const reader = body.getReader()
  const sorter = words && eventSorter(words)
  let waiting: Bytes[] = []
  let ahead = 0
  let end: { error?: unknown } | undefined
  let wake: () => void = () => undefined
  let goOn: () => void = () => undefined

  const wait = (pieces: readonly Bytes[]) => {
    if (pieces.length === 0) return
    waiting.push(...pieces)
    for (const { length } of pieces) ahead += length
    wake()
  }
  const read = async () => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        heard()
        wait(sorter ? sorter.take(next.value) : [next.value])
        if (ahead >= aheadBytes) await new Promise<void>((resolve) => (goOn = resolve))
        const room = words?.room()
        if (room) await room
      }
      if (sorter) wait(sorter.rest())
      end = {}
    } catch (error) {
      end = { error }
    }
    words?.end()
    wake()
  }
  const take = (): Bytes => {
    const [first = new Uint8Array()] = waiting
    const all = waiting.length === 1 ? first : new Uint8Array(Buffer.concat(waiting))
    waiting = []
    ahead = 0
    goOn()
    return all
  }

  void read()
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        while (waiting.length === 0 && !end) await new Promise<void>((resolve) => (wake = resolve))
        if (waiting.length > 0) return controller.enqueue(take())
        if (end && "error" in end) throw end.error
        controller.close()
      },
      cancel: (reason) => {
        goOn()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
