import { atOnce } from "./at-once.ts"
import { emptyBranch, emptyState } from "./empty-state.ts"
import type { Event, EventType, ForeignEvent } from "./event.ts"
import { isKnown } from "./event.ts"
import { activityReducers } from "./fold/activity.ts"
import { doneReducers } from "./fold/done.ts"
import type { Draft, Reducers } from "./fold/draft.ts"
import { inputReducers } from "./fold/input.ts"
import { advance } from "./fold/progress.ts"
import { sessionReducers } from "./fold/session.ts"
import { branchTrail } from "./fold/trail.ts"
import { turnReducers } from "./fold/turn.ts"
import { workflowReducers } from "./fold/workflow.ts"
import { limits } from "./limits.ts"
import type { BranchState, LogState, Range, SessionState } from "./state.ts"

/** Raise it when the meaning of a state changes: snapshots of another version are ignored. */
export const foldVersion = 17

// What happened to files is read from the log, the phase is a view, `apply` itself rewinds, and only the progress of a
// turn knows who left.
const changesNothing = () => undefined

const reducers = {
  ...sessionReducers,
  ...inputReducers,
  ...turnReducers,
  ...workflowReducers,
  ...doneReducers,
  ...activityReducers,
  "session.left": changesNothing,
  "turn.moved": changesNothing,
  "workspace.saved": changesNothing,
  "history.rewound": changesNothing,
} satisfies Reducers<EventType>

/** The state of a session, from its whole log in order. */
export function fold(id: string, events: ReadonlyArray<Event | ForeignEvent>): SessionState {
  return atOnce(foldInSteps(id, events))
}

/** The same, with a pause after each event so that other work can run. */
export function* foldInSteps(id: string, events: ReadonlyArray<Event | ForeignEvent>): Generator<void, SessionState> {
  let state = emptyState(id)
  const applied: Array<Event | ForeignEvent> = []
  const trail = branchTrail()
  for (const event of events) {
    if (event.seq !== state.seq + 1) continue
    const ranges = branchToRefold(state, event)
    state = apply(state, event, ranges && refold(id, ranges, applied, trail.backTo(ranges)))
    trail.pass(state)
    applied.push(event)
    yield
  }
  return state
}

function refold(id: string, ranges: Range[], log: ReadonlyArray<Event | ForeignEvent>, start: BranchStart = atOpening) {
  const events = rangesAfter(ranges, start.seq).flatMap(({ from, to }) => log.slice(from - 1, to ?? undefined))
  return foldBranch(id, events, start)
}

/**
 * One event more. Pure, never throws, and a duplicate changes nothing; an event after a gap is not applied.
 * For a rewind the caller hands in the branch that `branchToRefold` asked for.
 */
export function apply(state: SessionState, event: Event | ForeignEvent, rewoundTo?: BranchState): SessionState {
  if (event.seq !== state.seq + 1) return state
  const draft: Draft = { log: { ...state.log }, branch: { ...state.branch } }
  if (event.at > draft.log.updatedAt) draft.log.updatedAt = event.at
  if (!isKnown(event)) {
    draft.log.newer ??= { seq: event.seq, type: event.type, v: event.v }
    return { ...state, ...draft, seq: event.seq }
  }
  reduce(draft, event, state.log)
  if (event.type !== "history.rewound") return { ...state, ...draft, seq: event.seq }
  return {
    ...state,
    log: draft.log,
    seq: event.seq,
    branch: rewoundTo ?? emptyBranch,
    live: [...rangesThrough(state, event.data.to), { from: event.seq, to: null }].slice(-limits.liveRanges),
  }
}

/** Which events the branch must be folded from before this event is applied: only a rewind asks for any. */
export function branchToRefold(state: SessionState, event: Event | ForeignEvent): Range[] | undefined {
  if (!isKnown(event) || event.type !== "history.rewound" || event.seq !== state.seq + 1) return undefined
  return rangesThrough(state, event.data.to)
}

// A foreign log may name an event that is not there yet: there is no way back to it.
function rangesThrough({ live, seq }: SessionState, to: number): Range[] {
  return cutRanges(live, Math.min(to, seq))
}

/** What an earlier event of a branch left behind: the branch can be folded on from there. */
export type BranchStart = { seq: number; branch: BranchState }

const atOpening: BranchStart = { seq: 0, branch: emptyBranch }

/** The branch alone, folded over the events of its live ranges; `from` continues an earlier state of the same branch. */
export function foldBranch(
  id: string,
  events: Iterable<Event | ForeignEvent>,
  from: BranchStart = atOpening,
): BranchState {
  const draft: Draft = { log: emptyState(id).log, branch: { ...from.branch } }
  for (const event of events) if (isKnown(event)) reduce(draft, event, { ...draft.log })
  return draft.branch
}

export function inRanges(ranges: readonly Range[], seq: number): boolean {
  return ranges.some((range) => seq >= range.from && (range.to === null || seq <= range.to))
}

/** The ranges up to and including an event. */
export function cutRanges(ranges: readonly Range[], to: number): Range[] {
  return ranges
    .filter((range) => range.from <= to)
    .map((range) => ({ from: range.from, to: range.to === null ? to : Math.min(range.to, to) }))
}

/** The ranges without what lies up to and including an event. */
export function rangesAfter(ranges: readonly Range[], seq: number): Range[] {
  return ranges
    .filter(({ to }) => to === null || to > seq)
    .map(({ from, to }) => ({ from: Math.max(from, seq + 1), to }))
}

function reduce<T extends EventType>(draft: Draft, event: Event<T>, before: LogState): void {
  const reducer = reducers[event.type] as (draft: Draft, event: Event<T>) => void
  const { log } = draft
  reducer(draft, event)
  if (before.turn && log.turn) log.turn = { ...log.turn, progress: advance(log.turn.progress, event as Event, before) }
}
