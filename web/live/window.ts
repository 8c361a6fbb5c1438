import type { Event, ForeignEvent } from "../../src/session/event.ts"

export type LogEvent = Event | ForeignEvent

/** A part of a log without gaps, and the newest seq that is known of it. */
export type LogWindow = { events: readonly LogEvent[]; head: number }

/** Where a person reads: at the newest event, or somewhere above it. */
export type Reading = "end" | "above"

/** How many events are kept at once; what is farther away is fetched again when somebody goes there. */
const windowAtMost = 6_000

export const emptyWindow: LogWindow = { events: [], head: 0 }

/** The seq of the first event; one after the head where there is none. */
export function firstOf({ events, head }: LogWindow): number {
  return events[0]?.seq ?? head + 1
}

/** The seq of the last event; the head where there is none. */
export function lastOf({ events, head }: LogWindow): number {
  return events.at(-1)?.seq ?? head
}

/** Whether nothing newer is known than what is in it. */
export function isAtHead(window: LogWindow): boolean {
  return window.events.length > 0 && lastOf(window) >= window.head
}

/**
 * With a page of the log. A page that does not touch the window changes nothing: there would be a gap. Beyond the bound
 * the end that is not `kept` is dropped.
 */
export function withPage(
  window: LogWindow,
  page: readonly LogEvent[],
  { head, kept, atMost = windowAtMost }: { head: number; kept: "start" | "end"; atMost?: number },
): LogWindow {
  const events = joined(window.events, page)
  const bounded = kept === "start" ? events.slice(0, atMost) : events.slice(-atMost)
  return { events: bounded, head: Math.max(window.head, head, bounded.at(-1)?.seq ?? 0) }
}

/**
 * With what was streamed. Who reads at the end loses the oldest beyond the bound; who reads above keeps what they read,
 * and the window ends before the head.
 */
export function withLive(
  window: LogWindow,
  { events, head }: LogWindow,
  { reading, atMost = windowAtMost }: { reading: Reading; atMost?: number },
): LogWindow {
  if (isOther(window.events, events)) return { events: events.slice(-atMost), head }
  const newest = Math.max(window.head, head)
  const last = window.events.at(-1)?.seq
  if (last === undefined || newest === last) return newest === window.head ? window : { ...window, head: newest }
  const known = joined(window.events, events)
  const grown = known[0]?.seq === window.events[0]?.seq ? known : window.events
  const bounded = reading === "end" ? grown.slice(-atMost) : grown.slice(0, Math.max(atMost, window.events.length))
  if (newest === window.head && bounded.at(-1)?.seq === last) return window
  return { events: bounded.at(-1)?.seq === last ? window.events : bounded, head: newest }
}

function joined(events: readonly LogEvent[], page: readonly LogEvent[]): readonly LogEvent[] {
  const [first, last] = [events[0]?.seq, events.at(-1)?.seq]
  const [from, to] = [page[0]?.seq, page.at(-1)?.seq]
  if (from === undefined || to === undefined || !isRun(page)) return events
  if (first === undefined || last === undefined) return page
  if (to < first - 1 || from > last + 1) return events
  const before = from < first ? page.slice(0, first - from) : []
  const after = to > last ? page.slice(last + 1 - from) : []
  return before.length === 0 && after.length === 0 ? events : [...before, ...events, ...after]
}

const isRun = (page: readonly LogEvent[]) => page.every(({ seq }, at) => seq === (page[0]?.seq ?? 0) + at)

// A log that was put back from a copy may have other events at the same places: what is known of the old one is void.
function isOther(events: readonly LogEvent[], live: readonly LogEvent[]): boolean {
  const [first, told] = [events[0]?.seq, live[0]]
  if (first === undefined || told === undefined) return false
  const known = events[told.seq - first]
  return known !== undefined && known.id !== told.id
}
