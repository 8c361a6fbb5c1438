import type { Evidence } from "../../session/event/common.ts"
import { limits } from "../../session/limits.ts"

/** What a piece of evidence is about. */
type EvidenceCategory = "verification" | "tracked_work" | "action" | "install" | "task_scope" | "response"

/** Where a piece of evidence was found, in the words that every face and export uses. */
const evidenceSources = {
  checks: "dod.evidence",
  offered: "dod.verification_commands",
  items: "dod.pending_items",
  changes: "dod.mutating_actions",
  commands: "dod.successful_commands",
  done: "dod",
  actions: "actions_taken",
  answer: "assistant_response",
  task: "task_statement",
  tools: "tool_execution",
} as const

export type EvidenceFound = {
  category: EvidenceCategory
  source: keyof typeof evidenceSources
  summary: string
  subject?: string | undefined
  detail?: string | undefined
  seq?: number | null | undefined
}

export const supporting = (found: EvidenceFound): Evidence => evidenceOf("supporting", found)
export const missing = (found: EvidenceFound): Evidence => evidenceOf("missing", found)
export const contradicted = (found: EvidenceFound): Evidence => evidenceOf("contradicted", found)
export const context = (found: EvidenceFound): Evidence => evidenceOf("context", found)

/** Evidence that keeps the work from being done. */
export function isBlocking({ status }: Evidence): boolean {
  return status === "missing" || status === "contradicted"
}

function evidenceOf(status: Evidence["status"], found: EvidenceFound): Evidence {
  const { category, source, summary, subject, detail, seq } = found
  return {
    category,
    source: evidenceSources[source],
    summary: clip(summary),
    status,
    ...(subject === undefined ? {} : { subject: clip(subject) }),
    ...(detail === undefined ? {} : { detail: clip(detail) }),
    // What no event of this log shows has no seq.
    ...(seq ? { seq } : {}),
  }
}

const clip = (text: string) => text.slice(0, limits.note)
