import type { Event, ForeignEvent } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import type { FollowOptions } from "../contract.ts"
import { newDeltas, type Told } from "../deltas.ts"
import type { SessionSignals } from "../session-signals.ts"
import { newPieces, type ShownThrough, type Streamed, type ToldPieces } from "../streamed-text.ts"
import type { Core } from "./core.ts"
import { decode, placeOf, readRange } from "./log.ts"
import { storedPartials } from "./partials.ts"
import { missing } from "./session.ts"

const chunk = 256

type Following = {
  core: Core
  signals: SessionSignals
  /** The text of a session that is driven here. */
  live(id: string): Streamed | undefined
  /** How far that may be shown, where it is too far ahead of the disk. */
  shownThrough(id: string): ShownThrough | undefined
}

/** The log from `after` on and then live. A piece of text that is streamed here costs no look at the disk. */
export async function* followLog(
  { core, signals, live, shownThrough }: Following,
  id: string,
  options: FollowOptions,
): AsyncGenerator<Event | ForeignEvent | Delta> {
  const { signal: abort, only } = options
  const signal = signals.enter(id, only)
  const tell = tellDeltas()
  let seq = options.after
  let logs: number | undefined
  try {
    while (!abort?.aborted && !core.closed) {
      const seen = signal.now
      const streamed = only ? undefined : live(id)
      if (streamed && logs === signal.logs) {
        yield* tell.live(streamed, shownThrough(id))
      } else {
        logs = signal.logs
        const { head, events, deltas } = readOn(core, id, seq, (n) => {
          if (only) return []
          return streamed ? tell.live(streamed, shownThrough(id)) : tell.stored(core, n)
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
      await signal.after(seen, abort)
    }
  } finally {
    signal.leave()
  }
}

// Events and text belong together: what is told of an intent comes after its beginning and before its outcome.
function readOn(core: Core, id: string, seq: number, deltasOf: (n: number) => Delta[]) {
  core.inPlace.glance()
  return core.reader.consistently(() => {
    const place = placeOf(core.reader, id)
    if (!place) throw missing(core, id)
    const last = Math.min(place.head, seq + chunk)
    const events = readRange(core.reader, place, seq + 1, last).map(decode)
    return { head: place.head, events, deltas: last < place.head ? [] : deltasOf(place.n) }
  })
}

// Whoever takes over or lets go has the text from elsewhere than before: it is told again then.
function tellDeltas() {
  const pieces: ToldPieces = new Map()
  const texts: Told = new Map()
  return {
    live(streamed: Streamed, through: ShownThrough | undefined): Delta[] {
      texts.clear()
      return newPieces(streamed, pieces, through)
    },
    stored(core: Core, n: number): Delta[] {
      pieces.clear()
      return [...newDeltas(storedPartials(core.reader, n), texts)]
    },
  }
}
