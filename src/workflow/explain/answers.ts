import type { CheckStatus } from "../../session/event/common.ts"
import type { LedgerItem } from "../../session/event/workflow.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { ledgerHighlights } from "./ledger-highlights.ts"
import { observationLine } from "./verification.ts"

/** One answer to the question why the work went as it did, with the entry that gives it. */
export type WorkflowAnswer = { heading: string; text: string; seq: number | null }

/** What the timeline answers, newest of each: why it asked again, went back, was sent on, verified or stopped. */
export function workflowAnswers(
  timeline: readonly TimelineEntry[],
  ledger: readonly LedgerItem[],
): readonly WorkflowAnswer[] {
  const answers = timeline.flatMap((entry) => answersOf(entry).map((answer) => ({ ...answer, seq: entry.seq })))
  const newest = answers.filter(({ about }, at) => answers.findLastIndex((other) => other.about === about) === at)
  const changed = ledgerHighlights(ledger).map((line) => {
    const [heading = "", ...rest] = line.split(": ")
    return { heading, text: rest.join(": "), seq: null }
  })
  return [...newest.map(({ about: _, ...answer }) => answer), ...changed]
}

/** What an answer is about: a newer one about the same takes its place. */
type AnswerDraft = Omit<WorkflowAnswer, "seq"> & {
  about: "begin" | "clarify" | "recovery" | "repair" | "completion" | "verification"
}

function answersOf(entry: TimelineEntry): AnswerDraft[] {
  const text = withoutPrefix(entry.summary)
  switch (entry.kind) {
    case "route":
      return [{ about: "begin", heading: "Began with", text: `${entry.mode}: ${text}` }]
    case "handoff":
      return []
    case "reentry":
    case "plan_refresh":
      return [{ about: "recovery", heading: "Recovered workflow", text: `${entry.mode}: ${text}` }]
    case "clarify_continue": {
      const [question] = entry.unresolvedQuestions ?? []
      return [{ about: "clarify", heading: "Asked again", text: question ? `${text}: ${question}` : text }]
    }
    case "clarify_exit":
      return [{ about: "clarify", heading: "Clarify stopped", text }]
    case "repair_retry":
      return [{ about: "repair", heading: "Repair path", text }]
    case "repair_fail":
      return [{ about: "repair", heading: "Repair failed", text }]
    case "completion_check":
    case "completion_continue":
    case "completion_complete":
    case "completion_finalize":
      return [...verifications(entry), { about: "completion", heading: "Completion decision", text }]
    case "verify_skip":
      return [{ about: "verification", heading: "Skipped verify", text }]
    case "verify_observation":
      return verifications(entry)
    default:
      return entry satisfies never
  }
}

/** What was seen of the checks; where one failed, that one. */
function verifications({ observations = [] }: TimelineEntry): AnswerDraft[] {
  const seen = observations.find(({ status }) => status === "failed") ?? observations[0]
  return seen ? [{ about: "verification", heading: verifyHeadings[seen.status], text: observationLine(seen) }] : []
}

const verifyHeadings = {
  planned: "Verify planned",
  pending: "Verify pending",
  stale: "Verify stale",
  superseded: "Verify stale",
  passed: "Verify observed",
  failed: "Verify observed",
  skipped: "Verify observed",
  unknown: "Verify observed",
  missing: "Verify observed",
} as const satisfies Record<CheckStatus, string>

/** Decisions and notes begin with their mode or their policy, which is shown beside them. */
export function withoutPrefix(summary: string): string {
  return summary.replace(/^(?:completion|repair|verify|policy|clarify|plan|execute|explore):\s*/, "")
}
