import type { Decision } from "../session/event/workflow.ts"
import type { NewEvent } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import type { Drift } from "../workflow/drift.ts"
import { type RouteSituation, route } from "../workflow/route/route.ts"
import { taskKind } from "../workflow/task.ts"
import type { Work } from "./work.ts"

type Situation = Pick<Work, "state" | "permissions">

/** Where a new task goes: it is asked about, planned, or begun. */
export function routeTask(task: string, { state, permissions }: Situation): NewEvent {
  const decision = route({
    ...standing(state),
    task,
    requested: state.log.mode,
    clarifyAllowed: !permissions.noAsk,
    conversation: hasConversation(state),
    // What was made and done for the task before does not press this one.
    hasBrief: false,
    hasPlan: false,
    verificationPressure: false,
    mutationPressure: false,
  })
  return { type: "workflow.decided", data: decision }
}

/** A task that is taken up again goes on with the plan that it has; null where it has none, or it is being made. */
export function reusePlan({ state }: Pick<Situation, "state">): NewEvent | null {
  const { artifacts, workflow } = state.branch
  const working = workflow.mode === "execute" || workflow.mode === "verify"
  if (!working || artifacts.plan === undefined) return null
  // The task is the same one: its timeline does not begin anew.
  return { type: "workflow.decided", data: { ...route(standing(state)), kind: "handoff" } }
}

/** The work has left its plan: it is made anew, from what is known now. */
export function replan({ summary, reasons, evidence }: Drift, { state }: Pick<Situation, "state">): NewEvent {
  const openQuestions = evidence.map((each) => each.summary)
  const decision = route({ ...standing(state), planStale: true, openQuestions })
  return {
    type: "workflow.decided",
    data: {
      ...decision,
      summary: `plan: ${summary}`,
      reasonSummary: summary,
      signals: [...reasons, ...(decision.signals ?? [])],
    },
  }
}

/** Where the task goes once no more is asked: the same decision, without the way back. */
export function afterClarify(code: string, openQuestions: readonly string[], { state }: Situation): NewEvent {
  const replan = state.branch.workflow.scheduledNextMode === "plan"
  const decision = route({ ...standing(state), requested: replan ? "plan" : null, openQuestions })
  const reasonCode = replan ? "full_replan_required" : `post_clarify_${decision.reasonCode}`
  const handoff: Decision = { ...decision, kind: "handoff", decisionKind: "handoff", reasonCode }
  return {
    type: "workflow.decided",
    data: code === "clarify_not_needed" ? { ...handoff, reasonCode: code } : handoff,
  }
}

/** A change of mode that no scores stand behind. */
export function handTo(
  mode: Decision["mode"],
  because: { code: string; summary: string } & Partial<Decision>,
): NewEvent {
  const { code, summary, ...more } = because
  return {
    type: "workflow.decided",
    data: {
      kind: "handoff",
      decisionKind: "handoff",
      mode,
      reasonCode: code,
      summary: `${mode}: ${summary}`,
      reasonSummary: summary,
      ...more,
    },
  }
}

/** The task as it stands: nobody asked for a mode, and what is open is not asked about again. */
function standing({ branch }: SessionState): RouteSituation {
  const { artifacts, done, task, timeline } = branch
  return {
    task: task ?? "",
    requested: null,
    clarifyAllowed: false,
    hasBrief: artifacts.brief !== undefined,
    hasPlan: artifacts.plan !== undefined,
    planStale: false,
    openQuestions: [],
    verificationPressure: done?.status === "verifying" || done?.status === "fixing",
    mutationPressure: done !== null && done.changedAt !== null,
    conversation: false,
    timeline,
  }
}

/** Whether something was said before that a task can speak of: more than a greeting. */
function hasConversation({ branch }: SessionState): boolean {
  return branch.stop !== null && taskKind(branch.task ?? "") !== "small-talk"
}
