import type { Evidence, Observation } from "../../session/event/common.ts"
import type { Decision, Note } from "../../session/event/workflow.ts"

/** Every completion decision: at which stage it falls, and what comes of it. */
const completionCodes = {
  text_loop_bailout: { stage: "text_loop", outcome: "finalize" },
  completion_response_accepted: { stage: "continuation_check", outcome: "accept" },
  premature_completion_nudge: { stage: "continuation_check", outcome: "continue" },
  continuation_budget_exhausted: { stage: "continuation_check", outcome: "finalize" },
  completion_evidence_missing: { stage: "continuation_check", outcome: "finalize" },
  tools_refused_retry: { stage: "repair", outcome: "retry" },
  narration_retry: { stage: "repair", outcome: "retry" },
  pending_items_continue: { stage: "definition_of_done", outcome: "continue" },
  pending_items_remain: { stage: "definition_of_done", outcome: "complete" },
  non_mutating_response_accepted: { stage: "definition_of_done", outcome: "complete" },
  verification_passed: { stage: "definition_of_done", outcome: "complete" },
  verification_failed_reentry: { stage: "definition_of_done", outcome: "continue" },
  verification_retry_budget_exhausted: { stage: "definition_of_done", outcome: "complete" },
  verification_commands_missing: { stage: "definition_of_done", outcome: "complete" },
  verification_incomplete: { stage: "definition_of_done", outcome: "complete" },
} as const

export type CompletionCode = keyof typeof completionCodes

/** How many pieces of evidence an entry of the timeline holds: the rest says no more to anybody. */
export const mostEvidence = 24

type NoteContent = {
  summary: string
  evidence?: readonly Evidence[]
  observations?: readonly Observation[]
  /** What the model is told, word for word. */
  message?: string
}

/** A completion decision as an entry of the timeline. */
export function completionNote(code: CompletionCode, content: NoteContent): Note {
  const { stage, outcome } = completionCodes[code]
  const { summary, observations = [], message } = content
  const evidence = content.evidence?.slice(0, mostEvidence) ?? []
  const told = evidence.length > 0 ? evidence : observations
  return {
    kind: kindOf(stage, outcome),
    mode: stage === "definition_of_done" && observations.length > 0 ? "verify" : "execute",
    decisionKind: "forced",
    reasonCode: code,
    summary: `${stage === "repair" ? "repair" : "completion"}: ${summary}`,
    policyStage: stage,
    policyOutcome: outcome,
    ...(told.length > 0 && { evidenceSummary: told.map((each) => each.summary) }),
    ...(evidence.length > 0 && { evidence }),
    ...(observations.length > 0 && { observations: [...observations] }),
    ...(message !== undefined && { message }),
  }
}

/** Nothing was changed, so nothing is verified. */
export function skippedNote(): Note {
  const summary = "nothing was changed, so there is nothing to verify"
  return {
    kind: "verify_skip",
    mode: "execute",
    decisionKind: "forced",
    reasonCode: "verification_not_required",
    summary: `verify: ${summary}`,
    policyStage: "verification",
    policyOutcome: "skipped",
    observations: [{ status: "skipped", summary }],
  }
}

/** From working to proving. */
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

/** Back to work with what the checks found. Plan and clarification are not entered again for it. */
export function fixReentry(because: string): Decision {
  return {
    kind: "reentry",
    mode: "execute",
    decisionKind: "reentry",
    reasonCode: "verification_failed_reentry",
    summary: `execute: ${because}`,
    reasonSummary: because,
  }
}

function kindOf(stage: string, outcome: string): Note["kind"] {
  if (stage === "repair") return "repair_retry"
  if (outcome === "continue") return "completion_continue"
  if (outcome === "finalize") return "completion_finalize"
  return stage === "continuation_check" ? "completion_check" : "completion_complete"
}
