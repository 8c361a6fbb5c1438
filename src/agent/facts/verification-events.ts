import type { Check } from "../../session/event/done.ts"
import type { NewEvent } from "../../session/event.ts"
import type { Attempt, Done } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import type { CheckPlan } from "../../workflow/checks/plan-checks.ts"
import { awaitProof, settleSpecial } from "../../workflow/definition-of-done.ts"
import { verifyHandoff } from "../../workflow/verdict/completion-note.ts"
import { observationNote, observePending, observePlanned, observeStale } from "../../workflow/verdict/observation.ts"

/** Hands the work over to its checks: a new attempt with these, in the place of the one before. */
export function verificationEvents(checks: readonly Check[], plan: CheckPlan, done: Done): NewEvent[] {
  const before = done.attempts.at(-1)
  const attempt = attemptOf(checks, plan, before)
  const stale = before?.status === "passed" ? before : null
  const because = "files changed after it"
  const summary = stale ? "files changed after the last checks" : "the checks have not run yet"
  return [
    ...(stale
      ? [
          { type: "done.verification-gone-stale", data: { attempt: stale.id, because } } as const,
          { type: "workflow.noted", data: observationNote(observeStale(stale, attempt, because)) } as const,
        ]
      : []),
    {
      type: "done.verification-planned",
      data: {
        attempt: attempt.id,
        number: attempt.number,
        checks: [...checks],
        strongest: plan.strongest,
        uncovered: plan.uncovered,
        ...(before ? { supersedes: before.id } : {}),
      },
    },
    { type: "workflow.noted", data: observationNote(observePlanned(attempt)) },
    { type: "workflow.noted", data: observationNote(observePending(attempt)) },
    {
      type: "done.changed",
      data: { status: "verifying", items: settleSpecial(awaitProof(done.items), "unproven") },
    },
    { type: "workflow.decided", data: verifyHandoff(summary) },
  ]
}

function attemptOf(checks: readonly Check[], plan: CheckPlan, before: Attempt | undefined): Attempt {
  return {
    id: uuidv7(),
    number: (before?.number ?? 0) + 1,
    status: "planned",
    supersedes: before?.id ?? null,
    plannedAt: 0,
    strongest: plan.strongest,
    uncovered: plan.uncovered,
    checks: checks.map((check) => ({ ...check, status: "planned", startedAt: null, finishedAt: null, summary: null })),
  }
}
