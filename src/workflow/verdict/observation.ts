import { type CheckStatus, checkStatus, type Observation } from "../../session/event/common.ts"
import type { Note } from "../../session/event/workflow.ts"
import type { Attempt, CheckState } from "../../session/state.ts"

/** The code of a verification entry in the timeline, by what was seen. */
const observationCodes = {
  planned: "verification_planned",
  pending: "verification_pending",
  stale: "verification_stale",
  passed: "verification_command_passed",
  failed: "verification_command_failed",
  missing: "verification_commands_missing",
  skipped: "verification_command_skipped",
  unknown: "verification_command_unknown",
  superseded: "verification_superseded",
} as const satisfies Record<CheckStatus, string>

/** A status from another source: one that is not known here shows nothing. */
export function statusOf(said: unknown): CheckStatus {
  const read = checkStatus.safeParse(said)
  return read.success ? read.data : "missing"
}

/** "attempt 1", or "attempt 1 -> attempt 2" where the second took the place of the first. */
export function attemptLabel(number: number, replacedBy?: number): string {
  return replacedBy === undefined ? `attempt ${number}` : `attempt ${number} -> attempt ${replacedBy}`
}

/** A change was made: these checks will have to show that it holds. */
export function observePlanned(attempt: Attempt): Observation {
  const commands = attempt.checks.map(({ command }) => `\`${command}\``).join(", ")
  return observed(attempt, "planned", `${attemptLabel(attempt.number)} is planned`, commands || "no check is on offer")
}

export function observePending(attempt: Attempt): Observation {
  return observed(attempt, "pending", `${attemptLabel(attempt.number)} runs`)
}

/** A change after the attempt: it proves nothing any more, and the newer one takes its place. */
export function observeStale(old: Attempt, newer: Attempt, because: string): Observation {
  return {
    ...observed(old, "stale", `${attemptLabel(old.number, newer.number)}: ${because}`, because),
    supersedes: newer.id,
  }
}

export function observeCheck(attempt: Attempt, check: CheckState): Observation {
  const { command, status, summary } = check
  return { ...observed(attempt, status, `\`${command}\` ${status}`, summary ?? undefined), command }
}

/** Nothing on offer proves the change. */
export function observeNoChecks(): Observation {
  return { status: "missing", summary: "no check is on offer" }
}

/** The observation as an entry of the timeline. */
export function observationNote(observation: Observation): Note {
  return {
    kind: "verify_observation",
    mode: "verify",
    decisionKind: "forced",
    reasonCode: observationCodes[observation.status],
    summary: `verify: ${observation.summary}`,
    policyStage: "verification",
    policyOutcome: observation.status,
    evidenceSummary: [observation.summary],
    observations: [observation],
  }
}

function observed(attempt: Attempt, status: CheckStatus, summary: string, detail?: string): Observation {
  return {
    status,
    summary,
    ...(detail === undefined ? {} : { detail }),
    attempt: attempt.id,
    attemptNumber: attempt.number,
  }
}
