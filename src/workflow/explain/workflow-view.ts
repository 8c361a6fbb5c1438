import type { LedgerItem } from "../../session/event/workflow.ts"
import type { Attempt, TimelineEntry } from "../../session/state.ts"
import { type RollUp, rollUp } from "../../session/view/roll-up.ts"
import { type WorkflowAnswer, workflowAnswers } from "./answers.ts"
import { explainEntry } from "./explain-entry.ts"
import { latestPolicy, ofThisTask, type TimelineFilter, timelineView } from "./timeline.ts"
import { observedLines, recentVerification, type Verified } from "./verification.ts"

/** How the work was steered and held to account, for any face. */
export type WorkflowView = {
  total: number
  shown: readonly (TimelineEntry & { explanation: string })[]
  /** The newest decision that holds the work to account, and its evidence. */
  policy: { entry: TimelineEntry; explanation: string; evidence: RollUp } | null
  answers: readonly WorkflowAnswer[]
  observed: readonly string[]
  verification: readonly Verified[]
  ledger: readonly LedgerItem[]
}

/** The workflow explains itself, from its timeline, its ledger and its attempts alone. */
export function workflowView(
  of: { timeline: readonly TimelineEntry[]; ledger: readonly LedgerItem[]; attempts: readonly Attempt[] },
  filter: TimelineFilter = {},
): WorkflowView {
  const { timeline, ledger, attempts } = of
  const { total, shown } = timelineView(timeline, filter)
  const policy = latestPolicy(timeline)
  return {
    total,
    shown: shown.map((entry) => ({ ...entry, explanation: explainEntry(entry) })),
    policy: policy && { entry: policy, explanation: explainEntry(policy), evidence: rollUp(policy.evidence ?? []) },
    answers: workflowAnswers(ofThisTask(timeline), ledger),
    observed: observedLines(ofThisTask(timeline)),
    verification: recentVerification(attempts, timeline),
    ledger,
  }
}
