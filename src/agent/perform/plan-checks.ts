import type { NewEvent } from "../../session/event.ts"
import type { Attempt, Done } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { type CheckPlan, planChecks } from "../../workflow/checks/checks.ts"
import { type Brief, type BriefSection, parseBrief } from "../../workflow/clarify/brief.ts"
import { observationNote, observePlanned, observeStale } from "../../workflow/completion/observation.ts"
import { awaitProof } from "../../workflow/done.ts"
import { assessDrift, type Drift } from "../../workflow/drift.ts"
import { driftLedger } from "../../workflow/ledger.ts"
import { readPlan } from "../../workflow/plan/plan.ts"
import type { ProjectFacts } from "../../workflow/project/project.ts"
import { artifactTexts } from "../artifact.ts"
import { gatherProjectFacts } from "../project-facts.ts"
import { handTo, replan } from "../routing.ts"
import { shownPath } from "../shown-path.ts"
import { decided, type Work } from "../work.ts"

/** Derives anew what would prove the work, now that files changed; and sees whether the plan still fits. */
export async function planChecksNow(work: Work): Promise<void> {
  const { done } = work.state.branch
  if (!done) return
  const drift = mayReplan(done, work) ? await driftOf(done, work) : null
  await decided(work, [
    ...attemptEvents(await offeredChecks(done, await factsOf(done, work), work), done),
    { type: "done.changed", data: { status: "in-progress", items: awaitProof(done.items) } },
    ...(drift ? driftEvents(drift, work) : []),
  ])
}

/** What the workspace says about how what was touched is checked. */
export function factsOf({ touched }: Done, { state, env }: Work): Promise<ProjectFacts> {
  const { workspace } = state.log
  return gatherProjectFacts({ workspace, touched: touched.map(({ path }) => path), path: env.PATH })
}

/** What can be checked of what was touched, as things are now. */
export async function offeredChecks(done: Done, facts: ProjectFacts, work: Work): Promise<CheckPlan> {
  const { verificationPlan } = await artifactTexts(work)
  const { workspace } = work.state.log
  const touched = done.touched.map(({ path, hash }) => ({ path: shownPath(workspace, path), hash }))
  const edited = work.state.branch.artifacts["verification-plan"]?.edited ?? false
  const commands = verificationPlan === null ? [] : readPlan({ plan: "", verificationPlan }, done.task).plan.commands
  return planChecks({
    facts,
    touched,
    task: done.task,
    // What a person wrote into the plan is theirs.
    planned: edited ? [] : commands,
    named: edited ? commands : [],
  })
}

/** A new attempt, in the place of the one before. */
export function attemptEvents(plan: CheckPlan, done: Done): NewEvent[] {
  const before = done.attempts.at(-1)
  const attempt = { id: uuidv7(), number: (before?.number ?? 0) + 1 }
  const planned: Attempt = {
    ...attempt,
    status: "planned",
    supersedes: before?.id ?? null,
    plannedAt: 0,
    strongest: plan.strongest,
    uncovered: plan.uncovered,
    checks: plan.checks.map((check) => ({
      ...check,
      status: "planned",
      startedAt: null,
      finishedAt: null,
      summary: null,
    })),
  }
  const stale = before?.status === "passed" ? before : null
  const because = "files changed after it"
  return [
    ...(stale
      ? [
          { type: "done.verification-gone-stale", data: { attempt: stale.id, because } } as const,
          { type: "workflow.noted", data: observationNote(observeStale(stale, planned, because)) } as const,
        ]
      : []),
    {
      type: "done.verification-planned",
      data: {
        attempt: attempt.id,
        number: attempt.number,
        checks: plan.checks,
        strongest: plan.strongest,
        uncovered: plan.uncovered,
        ...(before ? { supersedes: before.id } : {}),
      },
    },
    { type: "workflow.noted", data: observationNote(observePlanned(planned)) },
  ]
}

/** A plan that is left again and again is no plan: after some times the work goes on without a new one. */
function mayReplan({ definedAt }: Done, { state, limits }: Work): boolean {
  const replanned = state.branch.timeline.filter(({ seq, reasonCode }) => seq > definedAt && driftCodes.has(reasonCode))
  return replanned.length < limits.replans
}

const driftCodes: ReadonlySet<string> = new Set([
  "stale_plan_artifacts",
  "clarify_reentry_required",
  "full_replan_requires_clarify",
])

async function driftOf(done: Done, work: Work): Promise<Drift | null> {
  const { brief, plan, verificationPlan } = await artifactTexts(work)
  if (plan === null || verificationPlan === null) return null
  const task = done.task
  return assessDrift({
    planText: `${plan}\n${verificationPlan}`,
    briefText: brief,
    brief: brief === null ? null : written(parseBrief(brief, { task, rounds: [], grounding: null })),
    task,
    touched: done.touched.map(({ path }) => shownPath(work.state.log.workspace, path)),
    criteria: done.criteria.map(({ text }) => text),
    failedVerification: done.attempts.at(-1)?.status === "failed",
  })
}

/** What somebody wrote: nobody agreed to what is only assumed, so that no work leaves it. */
function written(brief: Brief): Brief {
  const own = (section: BriefSection) => (brief.explicit.has(section) ? brief[section] : [])
  return {
    ...brief,
    likelyTouchpoints: own("likelyTouchpoints"),
    assumptions: own("assumptions"),
    decisionBoundaries: own("decisionBoundaries"),
  }
}

function driftEvents(drift: Drift, work: Work): NewEvent[] {
  const items = driftLedger(work.state.branch.ledger, drift.evidence, uuidv7)
  const asks = drift.strategy !== "plan_refresh" && !work.permissions.noAsk
  return [
    ...(items.length > 0 ? [{ type: "workflow.ledger-changed", data: { items } } as const] : []),
    asks ? backToAsking(drift) : replan(drift, work),
  ]
}

/** What was agreed no longer holds: a person is asked again. */
function backToAsking({ strategy, summary, evidence, reasons }: Drift): NewEvent {
  const whole = strategy === "full_replan"
  return handTo("clarify", {
    code: whole ? "full_replan_requires_clarify" : "clarify_reentry_required",
    summary,
    kind: "reentry",
    decisionKind: "reentry",
    signals: reasons,
    unresolvedQuestions: evidence.map((each) => each.summary),
    scheduledNextMode: whole ? "plan" : "execute",
  })
}
