import type { Evidence, Observation } from "../../session/event/common.ts"
import type { Decision, Note } from "../../session/event/workflow.ts"

/** Every completion decision: at which stage it falls, and what follows from it. */
const completionCodes = {
  completion_response_accepted: { stage: "continuation_check", outcome: "accept" },
  premature_completion_nudge: { stage: "continuation_check", outcome: "continue" },
  continuation_budget_exhausted: { stage: "continuation_check", outcome: "finalize" },
  completion_evidence_missing: { stage: "continuation_check", outcome: "finalize" },
  permission_denied: { stage: "continuation_check", outcome: "finalize" },
  pending_items_continue: { stage: "definition_of_done", outcome: "continue" },
  non_mutating_response_accepted: { stage: "definition_of_done", outcome: "complete" },
  verification_passed: { stage: "definition_of_done", outcome: "complete" },
  verification_failed_reentry: { stage: "definition_of_done", outcome: "continue" },
  verification_retry_budget_exhausted: { stage: "definition_of_done", outcome: "complete" },
  verification_commands_missing: { stage: "definition_of_done", outcome: "complete" },
  verification_incomplete: { stage: "definition_of_done", outcome: "complete" },
} as const

export type CompletionCode = keyof typeof completionCodes

/** How many pieces of evidence an entry of the timeline holds. */
const evidenceLimit = 24

type NoteContent = {
  summary: string
  evidence?: readonly Evidence[]
  observations?: readonly Observation[]
  /** What the model is sent, word for word. */
  message?: string
}

/** A completion decision as an entry of the timeline. */
export function completionNote(code: CompletionCode, content: NoteContent): Note {
  const { stage, outcome } = completionCodes[code]
  const { summary, observations = [], message } = content
  const evidence = content.evidence?.slice(0, evidenceLimit) ?? []
  const shown = evidence.length > 0 ? evidence : observations
  return {
    kind: kindOf(stage, outcome),
    mode: stage === "definition_of_done" && observations.length > 0 ? "verify" : "execute",
    decisionKind: "forced",
    reasonCode: code,
    summary: `completion: ${summary}`,
    policyStage: stage,
    policyOutcome: outcome,
    ...(shown.length > 0 && { evidenceSummary: shown.map((each) => each.summary) }),
    ...(evidence.length > 0 && { evidence }),
    ...(observations.length > 0 && { observations: [...observations] }),
    ...(message !== undefined && { message }),
  }
}

/** From working to checking. */
export function verifyHandoff(because: string): Decision {
  return {
    kind: "handoff",
    mode: "verify",
    decisionKind: "handoff",
    reasonCode: "definition_of_done_requires_verification",
    summary: `verify: ${because}`,
    reasonSummary: because,
    scheduledNextMode: "execute",
  }
}

/** Back to work with what the facts show. */
export function workReentry(code: string, because: string): Decision {
  return {
    kind: "reentry",
    mode: "execute",
    decisionKind: "reentry",
    reasonCode: code,
    summary: `execute: ${because}`,
    reasonSummary: because,
  }
}

function kindOf(stage: string, outcome: string): Note["kind"] {
  if (outcome === "continue") return "completion_continue"
  if (outcome === "finalize") return "completion_finalize"
  return stage === "continuation_check" ? "completion_check" : "completion_complete"
}
