import type { Event, ForeignEvent } from "../../session/event.ts"
import type { Delta, Partials } from "../../session/partial.ts"
import { newDeltas, type Told } from "../deltas.ts"
import { oneSlotSignal, type Signal } from "../signal.ts"
import type { Core } from "./core.ts"
import { decode, placeOf, readRange } from "./log.ts"
import { storedPartials } from "./partials.ts"
import { missing } from "./session.ts"

/** How soon a write of another process is seen. Looking costs a few microseconds and no I/O. */
const lookEveryMs = 20

const chunk = 256

/** Raised by every commit of this process, and by those of others as soon as they are seen. */
export function changeSignal(core: Core): { signal: Signal; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let version: number | undefined

  const look = () => {
    const seen = dataVersion()
    if (seen === undefined || seen !== version) signal.raise()
    version = seen
    if (!signal.awaited) halt()
  }
  const dataVersion = () => {
    try {
      return core.reader.get<{ data_version: number }>("PRAGMA data_version")?.data_version
    } catch {
      return undefined // whoever follows is woken, meets the same disk, and says what is wrong with it
    }
  }
  const halt = () => {
    clearInterval(timer)
    timer = undefined
  }
  const signal = oneSlotSignal(() => {
    timer ??= setInterval(look, lookEveryMs)
  })
  const stop = () => {
    halt()
    signal.raise()
  }
  return { signal, stop }
}

export async function* followLog(
  core: Core,
  signal: Signal,
  live: (id: string) => Partials | undefined,
  id: string,
  options: { after: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Event | ForeignEvent | Delta> {
  let seq = options.after
  const told: Told = new Map()
  while (!options.signal?.aborted && !core.closed) {
    const seen = signal.now
    const { head, events, partials } = core.reader.consistently(() => {
      const place = placeOf(core.reader, id)
      if (!place) throw missing(core, id)
      const stored = readRange(core.reader, place, seq + 1, Math.min(place.head, seq + chunk))
      return {
        head: place.head,
        events: stored.map(decode),
        partials: live(id) ?? storedPartials(core.reader, place.n),
      }
    })
    for (const event of events) {
      yield event
      seq = event.seq
    }
    if (seq < head) continue
    yield* newDeltas(partials, told)
    await signal.after(seen, options.signal)
  }
}
