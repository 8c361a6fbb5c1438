import type { ServerResponse } from "node:http"

/** Writes to one listener, no faster than it reads. */
export type Writer = {
  /** Settles when there is room; false when nothing more is to be written. */
  room(): Promise<boolean>
  /** Only with room. What is put in one go leaves in one go. */
  put(text: string): void
  /** When something was put last, on the clock of `performance`. */
  readonly lastPut: number
  readonly isFull: boolean
  end(): void
}

/** So much is gathered before it is written at the latest. */
const gatherBytes = 16 * 1024

/** A listener who is told of many sessions is written to no more often than this; what comes alone waits for nothing. */
const gatherMs = 8

type Writing = {
  outgoing: ServerResponse
  /** A listener that takes nothing for so long is let go. */
  stallMs: number
  /** Ends the waiting for room. */
  signal: AbortSignal
}

/**
 * At most `gatherBytes` and one frame are held here, and as much again by Node: whoever has more to tell waits for room.
 * (The `cork` of a response is not used: with it, `write` may ask to wait for a `drain` that never comes.)
 */
export function openWriter({ outgoing, stallMs, signal }: Writing): Writer {
  let gathered = ""
  let isFull = false
  let lastPut = performance.now()
  let lastWrite = Number.NEGATIVE_INFINITY
  let soon: NodeJS.Immediate | undefined
  let later: NodeJS.Timeout | undefined
  let stalled: NodeJS.Timeout | undefined
  let waiting: Array<() => void> = []

  const wake = () => {
    const all = waiting
    waiting = []
    for (const resume of all) resume()
  }
  const forget = () => {
    clearImmediate(soon)
    clearTimeout(later)
    soon = undefined
    later = undefined
  }
  const flush = () => {
    forget()
    if (gathered === "" || outgoing.destroyed) return
    const text = gathered
    gathered = ""
    lastWrite = performance.now()
    if (outgoing.write(text)) return
    isFull = true
    stalled = setTimeout(() => outgoing.destroy(), stallMs)
  }
  const flushLater = () => {
    if (soon || later) return
    const left = lastWrite + gatherMs - performance.now()
    if (left > 0) later = setTimeout(flush, left)
    else soon = setImmediate(flush)
  }
  outgoing.on("drain", () => {
    clearTimeout(stalled)
    isFull = false
    wake()
  })
  signal.addEventListener("abort", wake, { once: true })
  outgoing.once("close", () => {
    clearTimeout(stalled)
    forget()
    signal.removeEventListener("abort", wake)
    wake()
  })

  const isOver = () => signal.aborted || outgoing.destroyed
  return {
    async room() {
      while (isFull && !isOver()) await new Promise<void>((resolve) => waiting.push(resolve))
      return !isOver()
    },
    put(text) {
      gathered += text
      lastPut = performance.now()
      if (gathered.length >= gatherBytes) flush()
      else flushLater()
    },
    get lastPut() {
      return lastPut
    },
    get isFull() {
      return isFull
    },
    end() {
      flush()
      outgoing.end()
    },
  }
}
