import { type Event, eventVersions, type ForeignEvent, isEventType } from "./event.ts"

type Data = Record<string, unknown>

/** For each type, how data of version n becomes data of version n + 1. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (data: Data) => Data>>>>

const upcasters: Upcasters = {}

/**
 * Brings a stored event to the version that this program speaks. The stored bytes stay as they are.
 * What is newer than this program is returned untouched: see `isKnown`.
 */
export function upcast(
  stored: ForeignEvent,
  table: Upcasters = upcasters,
  versions: Readonly<Record<string, number>> = eventVersions,
): Event | ForeignEvent {
  const current = versions[stored.type]
  if (!isEventType(stored.type) || current === undefined || stored.v >= current) return stored
  let { data, v } = stored
  for (; v < current; v++) {
    const step = table[stored.type]?.[v]
    if (!step) return stored
    data = step(data)
  }
  return { ...stored, v, data }
}
