import type { Event, EventData, EventType, ForeignEvent } from "../../../src/session/event.ts"
import { eventVersions } from "../../../src/session/event.ts"
import { fold } from "../../../src/session/fold.ts"
import type { SessionState } from "../../../src/session/state.ts"
import { opened } from "./say.ts"

/** An event as a test writes it: its type, its data and, where it matters, more of its envelope. */
export type Line = {
  [T in EventType]: readonly [T, EventData<T>, Partial<Omit<Event<T>, "type" | "data">>?]
}[EventType]

/** A log of the given events, a second apart. */
export function logOf(...lines: readonly Line[]): Event[] {
  return lines.map(([type, data, more], index) => {
    const seq = index + 1
    const at = new Date(seq * 1000).toISOString()
    const by = { kind: "person", name: "ada" } as const
    return { id: `event-${seq}`, session: "session", seq, at, by, type, v: eventVersions[type], data, ...more } as Event
  })
}

/** The same, with an event that only a newer Holdfast understands at its end. */
export function withNewer(log: readonly Event[]): Array<Event | ForeignEvent> {
  const last = log.at(-1)
  if (!last) return []
  return [...log, { ...last, id: "newer", seq: last.seq + 1, type: "future.invented", v: 1, data: { anything: true } }]
}

/** The state after a session was opened and the given events happened. */
export function stateOf(...lines: readonly Line[]): SessionState {
  return fold("session", logOf(opened, ...lines))
}
