import type { Event, ForeignEvent } from "../../../session/event.ts"
import type { Damage, ReadOptions } from "../../contract.ts"
import type { Core } from "../core.ts"
import { throwDamage } from "../rescue/damage-error.ts"
import { decode, decodeAsStored, type LogLocation, locateLog, readRange, storedThrough } from "./event-rows.ts"
import { missing } from "./session.ts"

const readChunk = 256

/** The events of a log as options ask for them, in batches, so that others do not have to wait. */
export async function* readLog(
  core: Core,
  id: string,
  options: ReadOptions,
  look: <T>(work: () => T) => T,
): AsyncGenerator<Event | ForeignEvent> {
  const { after = 0, before = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER, reverse = false } = options
  const onDamage = options.onDamage ?? ((damage: Damage) => throwDamage(core.reader, damage))
  const { head, through } = look(() => {
    const place = placeFor(core, id)
    return { head: place.head, through: storedThrough(core.reader, place) }
  })
  let low = after + 1
  let high = Math.min(before - 1, head)
  if (reverse) low = Math.max(low, high - limit + 1)
  else high = Math.min(high, low + limit - 1)
  // Reported once, however far a damaged row says that the log goes.
  const lost =
    low <= high && high > through
      ? { session: id, from: Math.max(low, through + 1), to: high, what: "events are missing" }
      : undefined
  high = Math.min(high, through)
  if (lost && reverse) onDamage(lost)
  while (low <= high) {
    const from = reverse ? Math.max(low, high - readChunk + 1) : low
    const to = reverse ? high : Math.min(high, low + readChunk - 1)
    const events = look(() => {
      const place = placeFor(core, id)
      return readRange(core.reader, place, from, to, onDamage).map(options.asStored ? decodeAsStored : decode)
    })
    yield* reverse ? events.reverse() : events
    if (reverse) high = from - 1
    else low = to + 1
  }
  if (lost && !reverse) onDamage(lost)
}

/** Where the log is, for reading. Throws where there is no such session. */
export function placeFor(core: Core, id: string): LogLocation {
  const place = locateLog(core.reader, id)
  if (!place) throw missing(core, id)
  return place
}
