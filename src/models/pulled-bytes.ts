type Bytes = Uint8Array<ArrayBuffer>

type Pulling = {
  /** Told of each chunk as it comes. */
  heard(): void
  /** Joins whole events that wait together; without it they stay as they are. */
  join?: ((events: string) => string) | undefined
}

/** So much is read ahead at most. */
const aheadBytes = 256 * 1024

/**
 * The bytes of an answer, read as they come and given when they are pulled: what has come in between is given at once.
 * (A transform would cost as much as all that is done with a chunk.)
 */
export function pulledBytes(body: ReadableStream<Bytes>, { heard, join }: Pulling): ReadableStream<Bytes> {
  const reader = body.getReader()
  let waiting: Bytes[] = []
  let ahead = 0
  let end: { error?: unknown } | undefined
  let wake: () => void = () => undefined
  let goOn: () => void = () => undefined
  /** Whether all that was given ends with an event. */
  let isWhole = true

  const read = async () => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        heard()
        waiting.push(next.value)
        ahead += next.value.length
        wake()
        if (ahead >= aheadBytes) await new Promise<void>((resolve) => (goOn = resolve))
      }
      end = {}
    } catch (error) {
      end = { error }
    }
    wake()
  }
  const take = (): Bytes => {
    const [first = new Uint8Array()] = waiting
    const all = waiting.length === 1 ? first : new Uint8Array(Buffer.concat(waiting))
    const isBehind = waiting.length > 1 && isWhole && join !== undefined
    waiting = []
    ahead = 0
    goOn()
    const whole = isBehind ? lastEnd(all) : 0
    if (!isBehind || whole === 0) return given(all)
    const joined = Buffer.from(join(new TextDecoder("utf-8", { ignoreBOM: true }).decode(all.subarray(0, whole))))
    return given(
      whole === all.length ? new Uint8Array(joined) : new Uint8Array(Buffer.concat([joined, all.subarray(whole)])),
    )
  }
  const given = (bytes: Bytes): Bytes => {
    isWhole = lastEnd(bytes) === bytes.length
    return bytes
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

/** Where the last whole event ends; 0 if there is none. */
function lastEnd(bytes: Bytes): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf("\n\n")
  return at === -1 ? 0 : at + 2
}
