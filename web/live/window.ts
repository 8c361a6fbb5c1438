import type { Event, ForeignEvent } from "../../src/session/event.ts"

export type LogEvent = Event | ForeignEvent

/**
 * A gapless range of a log, and its newest known seq. `inputs` are earlier events of inputs still queued at its
 * start, which may be consumed inside.
 */
export type LogWindow = { events: readonly LogEvent[]; head: number; inputs: readonly LogEvent[] }

/** Where the user reads: at the end or above. */
export type Reading = "end" | "above"

/** How many events to keep; others are fetched again when needed. */
const windowAtMost = 6_000

export const emptyWindow: LogWindow = { events: [], head: 0, inputs: [] }

/** The first seq; one after the head if empty. */
export function firstOf({ events, head }: LogWindow): number {
  return events[0]?.seq ?? head + 1
}

/** The last seq; the head if empty. */
export function lastOf({ events, head }: LogWindow): number {
  return events.at(-1)?.seq ?? head
}

/** Whether the window includes the head. */
export function isAtHead(window: LogWindow): boolean {
  return window.events.length > 0 && lastOf(window) >= window.head
}

/**
 * Merges a page. A page that does not touch the window is ignored, as it would leave a gap. Beyond the limit the end
 * that is not `kept` is dropped.
 */
export function withPage(
  window: LogWindow,
  page: readonly LogEvent[],
  {
    head,
    kept,
    inputs = [],
    atMost = windowAtMost,
  }: { head: number; kept: "start" | "end"; inputs?: readonly LogEvent[]; atMost?: number },
): LogWindow {
  const events = joined(window.events, page)
  const bounded = kept === "start" ? events.slice(0, atMost) : events.slice(-atMost)
  return {
    events: bounded,
    head: Math.max(window.head, head, bounded.at(-1)?.seq ?? 0),
    inputs: inputsBefore(bounded, [...window.inputs, ...inputs], events),
  }
}

/**
 * Merges streamed events. Beyond the limit, a user at the end loses the oldest events; one reading above keeps them,
 * and the window ends before the head.
 */
export function withLive(
  window: LogWindow,
  { events, head }: Pick<LogWindow, "events" | "head">,
  { reading, atMost = windowAtMost }: { reading: Reading; atMost?: number },
): LogWindow {
  if (hasDiverged(window.events, events)) return { events: events.slice(-atMost), head, inputs: [] }
  const newest = Math.max(window.head, head)
  const last = window.events.at(-1)?.seq
  if (last === undefined || newest === last) return newest === window.head ? window : { ...window, head: newest }
  const known = joined(window.events, events)
  const grown = known[0]?.seq === window.events[0]?.seq ? known : window.events
  const bounded = reading === "end" ? grown.slice(-atMost) : grown.slice(0, Math.max(atMost, window.events.length))
  if (newest === window.head && bounded.at(-1)?.seq === last) return window
  if (bounded.at(-1)?.seq === last) return { ...window, head: newest }
  return { events: bounded, head: newest, inputs: inputsBefore(bounded, window.inputs, grown) }
}

/** The inputs queued at the start of a range, from those known before it and the events before the cut. */
function inputsBefore(
  part: readonly LogEvent[],
  known: readonly LogEvent[],
  all: readonly LogEvent[],
): readonly LogEvent[] {
  const first = part[0]?.seq ?? Number.POSITIVE_INFINITY
  const dropped = all.slice(0, Math.max(0, all.length - part.length)).filter(({ seq }) => seq < first)
  if (dropped.length === 0 && known.every(({ seq }) => seq < first) && isRising(known)) return known
  const texts = new Map<number, LogEvent>()
  const settled = new Set<unknown>()
  for (const event of [...known, ...dropped]) {
    if (event.seq >= first) continue
    if (event.type === "input.accepted" || event.type === "input.edited") texts.set(event.seq, event)
    if (event.type === "input.consumed" || event.type === "input.withdrawn") settled.add(inputOf(event))
  }
  return [...texts.values()].filter((event) => !settled.has(inputOf(event))).toSorted((a, b) => a.seq - b.seq)
}

const inputOf = ({ data }: LogEvent) =>
  typeof data === "object" && data !== null && "input" in data ? data.input : null

const isRising = (events: readonly LogEvent[]) =>
  events.every(({ seq }, at) => at === 0 || seq > (events[at - 1]?.seq ?? 0))

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

// A log restored from a backup may have other events at the same seqs: discard the old ones.
function hasDiverged(events: readonly LogEvent[], live: readonly LogEvent[]): boolean {
  const [first, firstLive] = [events[0]?.seq, live[0]]
  if (first === undefined || firstLive === undefined) return false
  const known = events[firstLive.seq - first]
  return known !== undefined && known.id !== firstLive.id
}
