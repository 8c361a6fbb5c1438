import type { Event, ForeignEvent } from "../../../session/event.ts"
import { type Delta, deltasOf, receiveAll, type TextCursor, textKey } from "../../../session/partial.ts"
import type { FollowOptions } from "../../contract.ts"
import type { SessionSignals } from "../../session-signals.ts"
import { storageFailure } from "../commit/failure.ts"
import type { Core } from "../core.ts"
import { decode, locateLog, readRange } from "./event-rows.ts"
import { storedPartials } from "./partials.ts"
import { missing } from "./session.ts"
import { deltaFrom, type StreamedText, type StreamedTexts } from "./streamed-text.ts"

const chunk = 256

type Following = {
  core: Core
  signals: SessionSignals
  /** The texts of a session that is driven here. */
  live(id: string): StreamedTexts | undefined
  /** Whether those are too far ahead of the disk to be shown. */
  isBehind(id: string): boolean
}

/** The log from `after` on and then live. A piece of text that is streamed here costs no look at the disk. */
export async function* followLog(
  { core, signals, live, isBehind }: Following,
  id: string,
  options: FollowOptions,
): AsyncGenerator<Event | ForeignEvent | Delta> {
  const { signal: abort, only } = options
  const signal = signals.enter(id, { only, end: abort })
  const text = followText()
  let seq = options.after
  let logs: number | undefined
  try {
    while (!abort?.aborted && !core.closed) {
      const seen = signal.now
      const streamed = only ? undefined : live(id)
      if (streamed && logs === signal.logs) {
        yield* text.live(streamed, isBehind(id))
      } else {
        logs = signal.logs
        const { head, events, deltas } = readOn(core, id, seq, (n) => {
          if (only) return []
          return streamed ? text.live(streamed, isBehind(id)) : text.stored(core, n)
        })
        for (const event of events) {
          yield event
          seq = event.seq
        }
        if (seq < head) {
          logs = undefined
          continue
        }
        yield* deltas
      }
      await signal.after(seen)
    }
  } catch (error) {
    throw storageFailure(error, "read", core.file) ?? error
  } finally {
    signal.leave()
  }
}

// Events and text belong together: text of an intent comes after its start and before its outcome.
function readOn(core: Core, id: string, seq: number, textOf: (n: number) => Delta[]) {
  core.inPlace.glance()
  return core.reader.consistently(() => {
    const place = locateLog(core.reader, id)
    if (!place) throw missing(core, id)
    const last = Math.min(place.head, seq + chunk)
    const events = readRange(core.reader, place, seq + 1, last).map(decode)
    return { head: place.head, events, deltas: last < place.head ? [] : textOf(place.n) }
  })
}

/** What one follower lacks of the text; it comes from the disk whenever another process drives the session. */
function followText() {
  const cursor: TextCursor = new Map()
  // Of a text that was followed before, only what has come since is looked at.
  let known = new WeakSet<StreamedText>()
  return {
    live(texts: StreamedTexts, isBehind: boolean): Delta[] {
      const deltas = [...texts.values()].map((text) => {
        const offset = known.has(text) ? (cursor.get(textKey(text))?.length ?? 0) : 0
        known.add(text)
        return deltaFrom(text, offset, isBehind ? text.written : text.length)
      })
      return receiveAll(cursor, deltas)
    },
    stored(core: Core, n: number): Delta[] {
      known = new WeakSet()
      return receiveAll(cursor, deltasOf(storedPartials(core.reader, n)))
    },
  }
}
