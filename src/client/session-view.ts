import type { Frame, Frames } from "../server/contract/stream.ts"
import { emptyState } from "../session/empty-state.ts"
import type { Event, ForeignEvent } from "../session/event.ts"
import { apply, branchToRefold, foldBranch, inRanges } from "../session/fold.ts"
import { applyDelta, type Delta, noPartials, openIntents, openPartials, type Partials } from "../session/partial.ts"
import type { Range, SessionState } from "../session/state.ts"

/** What a client knows of one session, from what was fetched and what was streamed: the same fold as everywhere. */
export type SessionView = {
  state: SessionState
  /** The newest events, in order and without gaps, up to `state.seq`; older ones are fetched by page. */
  events: ReadonlyArray<Event | ForeignEvent>
  /** What open intents have streamed so far. */
  partials: Partials
  /** Nothing more comes of it. */
  gone: "erased" | "damaged" | null
  /** How often the log turned out to be another one than before, such as one that was put back from a copy. */
  renewals: number
  /** The state has to be fetched, and be at least at this seq; what is streamed meanwhile is held. */
  stale: { least: number; held: ReadonlyArray<Event | ForeignEvent> } | null
}

/**
 * What the owner of a view has to do. `refetch`: get the state, and hand it to `fetched`. `restart`: add the session to
 * the stream once more, after `state.seq`, since something was left out on the way.
 */
type ViewEffect = "refetch" | "restart"

export type Step = { view: SessionView; effect: ViewEffect | null }

const windowAtMost = 4000
const heldAtMost = 1000

export function emptyView(id: string): SessionView {
  return { state: emptyState(id), events: [], partials: noPartials, gone: null, renewals: 0, stale: null }
}

/** One frame more. Frames of other sessions, and what is known already, change nothing. */
export function step(view: SessionView, frame: Frame): Step {
  switch (frame.name) {
    case "event":
      return frame.data.session === view.state.id ? withEvent(view, frame.data.event) : same(view)
    case "delta": {
      const { session, ...delta } = frame.data
      return session === view.state.id ? withDelta(view, delta) : same(view)
    }
    case "resync":
      return frame.data.session === view.state.id ? resynced(view, frame.data) : same(view)
    case "ready": {
      const { session, seq } = frame.data
      const isBehind = session === view.state.id && !view.stale && seq > view.state.seq
      return isBehind ? { view, effect: "restart" } : same(view)
    }
    case "list":
    case "beat":
    case "bye":
      return same(view)
  }
}

/** The state as the server has it. An older one than what is known, or than what was asked for, is not taken. */
export function fetched(
  view: SessionView,
  { state, partials }: { state: SessionState; partials: readonly Delta[] },
): Step {
  const least = view.stale?.least ?? view.state.seq
  if (state.seq < least) return { view, effect: view.stale ? "refetch" : null }
  const held = view.stale?.held ?? []
  // What was streamed is newer than what was fetched, or will be corrected by the stream.
  const missing = partials.filter(({ seq, channel }) => view.partials.get(seq)?.[channel] === undefined)
  const next = opened({
    ...view,
    state,
    events: endingAt(state.seq, [...view.events, ...held]),
    partials: missing.reduce(applyDelta, view.partials),
    stale: null,
  })
  return held
    .filter(({ seq }) => seq > state.seq)
    .reduce<Step>(
      (before, event) => {
        const after = withEvent(before.view, event)
        return { view: after.view, effect: before.effect ?? after.effect }
      },
      { view: next, effect: null },
    )
}

/** A page of events from before those that are known. */
export function earlier(view: SessionView, page: ReadonlyArray<Event | ForeignEvent>): SessionView {
  const first = view.events[0]?.seq ?? view.state.seq + 1
  const older = page.filter(({ seq }) => seq < first)
  const fits = older.at(-1)?.seq === first - 1 && older.every(({ seq }, at) => seq === first - older.length + at)
  return fits ? { ...view, events: [...older, ...view.events] } : view
}

const same = (view: SessionView): Step => ({ view, effect: null })

function withEvent(view: SessionView, event: Event | ForeignEvent): Step {
  const { state, stale } = view
  if (stale) return held(view, stale, event)
  if (event.seq <= state.seq) return same(view)
  if (event.seq > state.seq + 1) return { view, effect: "restart" }
  const ranges = branchToRefold(state, event)
  const branch = ranges && branchOf(view, ranges)
  // Law: one reducer. The events that the branch goes back to are not here: the state of the server is taken.
  if (ranges && !branch) return { view: { ...view, stale: { least: event.seq, held: [event] } }, effect: "refetch" }
  const events = [...view.events.slice(view.events.length >= windowAtMost ? windowAtMost / 4 : 0), event]
  return same(opened({ ...view, state: apply(state, event, branch), events }))
}

function held(view: SessionView, stale: NonNullable<SessionView["stale"]>, event: Event | ForeignEvent): Step {
  const last = stale.held.at(-1)?.seq ?? stale.least
  if (event.seq <= last) return same(view)
  const kept = stale.held.length < heldAtMost ? [...stale.held, event] : [event]
  return same({ ...view, stale: { ...stale, held: kept } })
}

function withDelta(view: SessionView, delta: Delta): Step {
  const { state, stale } = view
  if (!stale && delta.seq > state.seq) return { view, effect: "restart" }
  if (delta.seq <= state.seq && !stale && !openIntents(state).has(delta.seq)) return same(view)
  const partials = applyDelta(view.partials, delta)
  return partials === view.partials ? { view, effect: "restart" } : same({ ...view, partials })
}

// The log of the server may be another one than before: what is known is no argument against it.
function resynced(view: SessionView, { seq = 0, because }: Frames["resync"]): Step {
  if (because === "erased" || because === "damaged") return same({ ...view, gone: because, stale: null })
  const stale = { least: seq, held: [] }
  const renewals = view.renewals + (because === "unknown" ? 1 : 0)
  return { view: { ...view, events: [], partials: noPartials, renewals, stale }, effect: "refetch" }
}

function branchOf({ state, events }: SessionView, ranges: readonly Range[]) {
  const first = events[0]?.seq ?? state.seq + 1
  if (ranges.some(({ from }) => from < first)) return undefined
  const wanted = events.filter(({ seq }) => inRanges(ranges, seq))
  return foldBranch(state.id, wanted)
}

/** The events up to a seq, if they reach it without a gap. */
function endingAt(seq: number, events: ReadonlyArray<Event | ForeignEvent>): ReadonlyArray<Event | ForeignEvent> {
  const before = events.filter((event) => event.seq <= seq)
  const isWhole = before.every((event, at) => event.seq === seq - before.length + 1 + at)
  return isWhole ? before : []
}

/** Without the text of intents that have their outcome. */
function opened(view: SessionView): SessionView {
  if (view.partials.size === 0) return view
  const partials = openPartials(view.partials, view.state)
  return partials.size === view.partials.size ? view : { ...view, partials }
}
