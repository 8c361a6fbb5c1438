import type { WorkflowMode } from "../../session/event/common.ts"
import type { Event, ForeignEvent } from "../../session/event.ts"
import { isKnown } from "../../session/event.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { policyKinds } from "../../session/timeline-kinds.ts"
import { decisionOf } from "../../session/view/decision-of.ts"

export type TimelineKind = TimelineEntry["kind"]

export type TimelineFilter = {
  mode?: WorkflowMode | undefined
  kind?: TimelineKind | undefined
  /** Only what holds the work to account. */
  only?: "policy" | undefined
  /** The last of those that fit. */
  limit?: number | undefined
}

export type TimelineView = { total: number; shown: readonly TimelineEntry[] }

/** The entries that fit, in order; the limit counts from the end, after the rest of the filter. */
export function timelineView(timeline: readonly TimelineEntry[], filter: TimelineFilter = {}): TimelineView {
  const { mode, kind, only, limit } = filter
  const fitting = timeline.filter(
    (entry) =>
      (mode === undefined || entry.mode === mode) &&
      (kind === undefined || entry.kind === kind) &&
      (only === undefined || isPolicy(entry)),
  )
  return {
    total: timeline.length,
    shown: limit === undefined ? fitting : fitting.slice(Math.max(0, fitting.length - limit)),
  }
}

export function isPolicy({ kind }: Pick<TimelineEntry, "kind">): boolean {
  return policies.has(kind)
}

/** The newest entry that holds the work to account. */
export function latestPolicy(timeline: readonly TimelineEntry[]): TimelineEntry | null {
  return timeline.findLast(isPolicy) ?? null
}

/** The entries of the current task: from where it was routed on. */
export function ofThisTask(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  return timeline.slice(
    Math.max(
      0,
      timeline.findLastIndex(({ kind }) => kind === "route"),
    ),
  )
}

/** The whole timeline, from the events of a branch: the state keeps only its end. */
export function timelineOf(events: Iterable<Event | ForeignEvent>): TimelineEntry[] {
  return [...events].flatMap((event): TimelineEntry[] => {
    if (!isKnown(event)) return []
    const { seq, at } = event
    if (event.type === "workflow.decided") return [{ ...event.data, seq, at }]
    const decision = event.type === "turn.stopped" ? decisionOf(event.data) : null
    if (decision) return [{ ...decision, seq, at }]
    if (event.type !== "workflow.noted" || event.data.kind === "legacy_trace") return []
    return [{ ...event.data, seq, at }]
  })
}

const policies: ReadonlySet<string> = new Set(policyKinds)
