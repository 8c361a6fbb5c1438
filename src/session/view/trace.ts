import type { Evidence } from "../event/common.ts"
import type { Note } from "../event/workflow.ts"
import { caps } from "../limits.ts"
import type { BranchState, TimelineEntry } from "../state.ts"

/** One completion decision: at which stage, what came of it, and on what evidence. */
export type TraceEntry = {
  seq: number
  stage: string
  outcome: string
  code: string
  summary: string
  evidenceSummary: readonly string[]
  evidence: readonly Evidence[]
}

/**
 * How the turn came to its completion decision, projected from the timeline: the run of completion entries that ends
 * with the last decision. What was checked in between, and the changes of mode for it, do not break the run. Entries of an older system are shown only when the timeline has no such entry.
 */
export function completionTrace(branch: BranchState): TraceEntry[] {
  const code = branch.workflow.lastDecision?.code
  const end = branch.timeline.findLastIndex((entry) => isCompletion(entry) && entry.reasonCode === code)
  if (code === undefined || end === -1) return branch.legacyTrace.map(({ kind, ...entry }) => traceEntry(entry))
  let start = end
  while (start > 0 && belongs(branch.timeline[start - 1])) start--
  return branch.timeline
    .slice(start, end + 1)
    .filter(isCompletion)
    .slice(-caps.trace)
    .map(fromTimeline)
}

function belongs(entry: TimelineEntry | undefined): boolean {
  if (entry?.kind === "handoff" || entry?.kind === "reentry") return entry.mode === "verify" || entry.mode === "execute"
  return isCompletion(entry) || entry?.kind === "verify_observation" || entry?.kind === "verify_skip"
}

type Completion = Note & { seq: number; kind: `completion_${string}` }

const outcomeOfKind: Readonly<Record<string, string>> = {
  completion_continue: "continue",
  completion_finalize: "finalize",
  completion_check: "accept",
  completion_complete: "complete",
}

function isCompletion(entry: TimelineEntry | undefined): entry is TimelineEntry & Completion {
  return entry?.kind.startsWith("completion_") ?? false
}

function fromTimeline(entry: TimelineEntry & Completion): TraceEntry {
  return traceEntry({
    ...entry,
    stage: entry.policyStage ?? "unknown",
    outcome: entry.policyOutcome ?? outcomeOfKind[entry.kind] ?? "unknown",
    summary: entry.summary.replace(/^completion:\s*/, ""),
  })
}

function traceEntry(entry: {
  seq: number
  stage: string
  outcome: string
  reasonCode: string
  summary: string
  evidenceSummary?: readonly string[] | undefined
  evidence?: readonly Evidence[] | undefined
}): TraceEntry {
  const { seq, stage, outcome, reasonCode: code, summary, evidenceSummary = [], evidence = [] } = entry
  return { seq, stage, outcome, code, summary, evidenceSummary, evidence }
}
