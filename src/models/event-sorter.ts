type Bytes = Uint8Array<ArrayBuffer>

/** Sorts the events in the bytes of a stream: what is left of them for whoever reads it next. */
export type EventSorter = {
  take(bytes: Bytes): Bytes[]
  /** What is not a whole event when the stream has ended. */
  rest(): Bytes[]
}

type Sorting = {
  /** Gets the text of an event without the empty line after it; what is to be read in its place, or null to leave it. */
  sort(event: string): string | null
  /** Bytes are passed on that were not looked at. */
  pass(): void
}

/**
 * Looks at each event of a stream as it is whole. No event is read before its end: to hold it back until then delays
 * nothing. Lines may end in other ways than by a line feed; events of such lines are left alone.
 */
export function eventSorter({ sort, pass }: Sorting): EventSorter {
  let held = nothing
  /** Whether all that was passed on ends with an event. */
  let isWhole = true

  const unsorted = (bytes: Buffer<ArrayBuffer>): Bytes => {
    pass()
    return bytes
  }
  const sorted = (event: Buffer<ArrayBuffer>): Bytes => {
    const instead = sort(event.toString("utf8", 0, event.length - 2))
    if (instead === null) return event
    return instead === "" ? nothing : Buffer.from(instead)
  }

  return {
    take(bytes) {
      const from = Math.max(held.length - 1, 0)
      const all =
        held.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.concat([held, bytes])
      const passed: Bytes[] = []
      let at = 0
      for (let end = endOfEvent(all, from); end !== -1; end = endOfEvent(all, at)) {
        const event = all.subarray(at, end)
        const left = isWhole ? sorted(event) : unsorted(event)
        if (left.length > 0) passed.push(left)
        isWhole = true
        at = end
      }
      held = all.subarray(at)
      if (held.length > 0 && (!isWhole || held.length > heldAtMost || held.includes(carriageReturn))) {
        passed.push(unsorted(held))
        held = nothing
        isWhole = false
      }
      return passed
    },
    rest: () => (held.length > 0 ? [held] : []),
  }
}

/** An event that is longer is passed on as it comes: each piece of it would be joined to all that is held. */
const heldAtMost = 64 * 1024

const nothing: Buffer<ArrayBuffer> = Buffer.alloc(0)
const lineFeed = 10
const carriageReturn = 13

/** Behind the next empty line; -1 if there is none. */
function endOfEvent(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    if (bytes[at + 1] === lineFeed) return at + 2
  }
  return -1
}
