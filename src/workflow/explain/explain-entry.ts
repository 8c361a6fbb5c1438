import type { Evidence } from "../../session/event/common.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { rollUp } from "../../session/view/roll-up.ts"
import { observationLine } from "./verification.ts"

/** How much of each list an explanation names: it is one line. */
const most = { evidence: 2, observed: 2, signals: 4 } as const

/** An entry of the timeline in one line, from what it says to its evidence; parts are joined by " | ". */
export function explainEntry(entry: TimelineEntry): string {
  const note = "missingGates" in entry || "policyStage" in entry || "clarifyStage" in entry ? entry : null
  const { evidence = [], evidenceSummary = [], observations = [], signals = [], unresolvedQuestions = [] } = entry
  const { blocking, supporting } = rollUp(evidence)
  const parts = [
    entry.summary,
    `code=${entry.reasonCode}`,
    named("stage", note?.clarifyStage),
    named("pressure", note?.clarifyPressure),
    named("policy-stage", note?.policyStage),
    named("policy-outcome", note?.policyOutcome),
    named("gates", note?.missingGates?.join(",")),
    unresolvedQuestions[0] ?? "",
    named("needs", summaries(blocking)),
    named("satisfied", summaries(supporting)),
    evidence.length === 0 && observations.length === 0
      ? named("evidence", evidenceSummary.slice(0, most.evidence).join("; "))
      : "",
    ...evidence.slice(0, 1).map((piece) => named("provenance", provenance(piece))),
    named("observed", observations.slice(0, most.observed).map(observationLine).join("; ")),
    signals.slice(0, most.signals).join(", "),
  ]
  return parts.filter(Boolean).join(" | ")
}

/** Where a piece of evidence comes from: `missing:verification@dod.verification_commands(npm test)`. */
export function provenance({ status, category, source, subject }: Evidence): string {
  return `${status}:${category}@${source}${subject ? `(${subject})` : ""}`
}

const named = (name: string, value: string | undefined) => (value ? `${name}=${value}` : "")

function summaries(evidence: readonly Evidence[]): string {
  const more = evidence.length - most.evidence
  const said = evidence.slice(0, most.evidence).map(({ summary }) => summary)
  return [...said, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
