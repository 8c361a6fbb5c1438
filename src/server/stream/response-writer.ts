import type { ServerResponse } from "node:http"
import { throttled } from "../../base/throttle.ts"

/** Writes to one listener, no faster than it reads. */
export type Writer = {
  /** Settles when there is room; false when nothing more is to be written. */
  room(): Promise<boolean>
  /** Only with room. */
  put(text: string): void
  /** When something was put last, on the clock of `performance`. */
  readonly lastPut: number
  readonly isFull: boolean
  end(): void
}

/** So much is gathered before it is written at the latest. */
const gatherBytes = 16 * 1024

/** A listener of many sessions is written to as often as a screen is drawn; what comes alone waits for nothing. */
const gatherMs = 16

type Writing = {
  outgoing: ServerResponse
  /** A listener that takes nothing for so long is let go. */
  stallMs: number
  /** Ends the waiting for room. */
  signal: AbortSignal
}

/**
 * At most `gatherBytes` and one frame are held here, and as much again by Node: a source with more waits for room.
 * (The `cork` of a response is not used: with it, `write` may ask to wait for a `drain` that never comes.)
 */
export function openWriter({ outgoing, stallMs, signal }: Writing): Writer {
  let gathered = ""
  let isFull = false
  let lastPut = performance.now()
  let stalled: NodeJS.Timeout | undefined
  let waiting: Array<() => void> = []

  const wake = () => {
    const all = waiting
    waiting = []
    for (const resume of all) resume()
  }
  const flush = () => {
    if (gathered === "" || outgoing.destroyed) return
    const text = gathered
    gathered = ""
    if (outgoing.write(text)) return
    isFull = true
    // Two sources may both have been let in before it was full: the clock runs once.
    clearTimeout(stalled)
    stalled = setTimeout(() => outgoing.destroy(), stallMs)
  }
  const writing = throttled(flush, gatherMs)
  outgoing.on("drain", () => {
    clearTimeout(stalled)
    isFull = false
    wake()
  })
  signal.addEventListener("abort", wake, { once: true })
  outgoing.once("close", () => {
    clearTimeout(stalled)
    writing.cancel()
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
      if (gathered.length >= gatherBytes) writing.run()
      else writing.request()
    },
    get lastPut() {
      return lastPut
    },
    get isFull() {
      return isFull
    },
    end() {
      writing.run()
      outgoing.end()
    },
  }
}
