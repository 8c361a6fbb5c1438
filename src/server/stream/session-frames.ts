import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { Event, ForeignEvent } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import type { Store } from "../../store/contract.ts"
import type { Frame } from "../contract/stream.ts"
import { markOf } from "./stream-position.ts"

/** Where the frames of a session start: after an event; or, if that cannot be, at its head; or not at all. */
export type Start = Live | { gone: "erased" | "damaged" }

type Live = { after: number; head: number } | { resync: "behind" | "unknown"; head: number; mark: string }

/** A frame, and at a resync the mark of the event that it continues from: for the cursor, not for the listener. */
export type Marked = Frame & { mark?: string }

type Following = {
  store: Store
  session: string
  /** From how many events behind on it is resynced instead. */
  replayAtMost: number
  signal: AbortSignal
}

/** A listener that takes longer over one frame has stalled: how far it is behind is looked at. */
const stalledMs = 1000
const lookEvery = 256

/**
 * What happens in one session, event by event. It is pulled: until the next frame is taken, nothing is read, and
 * text that is streamed meanwhile comes in one piece. There is no snapshot beside it that an event could slip past.
 */
export async function* sessionFrames(following: Following & { start: Start }): AsyncGenerator<Marked> {
  const { session, signal } = following
  let { start } = following
  try {
    while (!("gone" in start) && !signal.aborted) start = yield* framesFrom(following, start)
  } catch (error) {
    const gone = endOf(error)
    if (!gone) throw error
    start = { gone }
  }
  if ("gone" in start) yield { name: "resync", data: { session, because: start.gone } }
}

/** Tells on until the listener is too far behind: the next start is from the head of then. */
async function* framesFrom(
  { store, session, replayAtMost, signal }: Following,
  start: Live,
): AsyncGenerator<Marked, Live> {
  const { head } = start
  if ("resync" in start) {
    yield { name: "resync", data: { session, seq: head, because: start.resync }, mark: start.mark }
  }
  let seq = "resync" in start ? head : start.after
  let sentEvents = 0
  if (seq >= head) yield ready(session, head)
  for await (const item of store.follow(session, { after: seq, signal })) {
    const since = performance.now()
    yield frameOf(session, item)
    if (!isDelta(item)) seq = item.seq
    if (!isDelta(item) && seq === head) yield ready(session, head)
    const hasStalled = performance.now() - since > stalledMs
    const isLookDue = !isDelta(item) && ++sentEvents % lookEvery === 0
    if (!hasStalled && !isLookDue) continue
    const row = await store.row(session)
    if (row.seq - seq <= replayAtMost) continue
    return { resync: "behind", head: row.seq, mark: (await markAt(store, session, row.seq)) ?? "" }
  }
  if (signal.aborted) return start
  throw new HoldfastError("closed", "The store was closed during the stream. Connect again.")
}

/** The mark of an event; nothing if there is none. Before the first one there is nothing to mistake. */
export async function markAt(store: Store, session: string, seq: number): Promise<string | undefined> {
  if (seq === 0) return ""
  for await (const { id } of store.read(session, { after: seq - 1, limit: 1 })) return markOf(id)
  return undefined
}

const ready = (session: string, seq: number): Frame => ({ name: "ready", data: { session, seq } })

function frameOf(session: string, item: Event | ForeignEvent | Delta): Frame {
  if (isDelta(item)) return { name: "delta", data: { session, ...item } }
  return { name: "event", data: { session, event: item } }
}

function isDelta(item: Event | ForeignEvent | Delta): item is Delta {
  return "channel" in item
}

function endOf(error: unknown): "erased" | "damaged" | undefined {
  if (!isHoldfastError(error)) return undefined
  switch (error.code) {
    case "erased":
    case "not-found":
      return "erased"
    case "damaged":
      return "damaged"
    default:
      return undefined
  }
}
