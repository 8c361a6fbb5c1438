import type { Decision } from "../../session/event/workflow.ts"
import type { NewEvent } from "../../session/event.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { serverHere } from "../../session/view/server.ts"
import { type RouteSituation, route } from "../../workflow/route/route.ts"
import type { Work } from "./work.ts"

type Situation = Pick<Work, "state" | "permissions" | "profile">

/** Where a new task goes. */
export function routeTask(task: string, situation: Situation): NewEvent {
  const { mode: requested } = situation.state.log
  const decision = route({ task, requested, model: modelOf(situation), hasPlan: false, openQuestions: [] })
  return { type: "workflow.decided", data: decision }
}

/** A task that is resumed continues with the plan that it has; null where it has none, or it is being made. */
export function reusePlan(situation: Situation): NewEvent | null {
  const { artifacts, workflow } = situation.state.branch
  const working = workflow.mode === "execute" || workflow.mode === "verify"
  if (!working || artifacts.plan === undefined) return null
  // The task is the same one: its timeline continues.
  return { type: "workflow.decided", data: { ...route(routeSituation(situation)), kind: "handoff" } }
}

/** Where the task goes once no more is asked. */
export function afterClarify(code: string, openQuestions: readonly string[], situation: Situation): NewEvent {
  const decision = route({ ...routeSituation(situation), openQuestions })
  const reasonCode = code === "clarify_not_needed" ? code : `post_clarify_${decision.reasonCode}`
  const handoff: Decision = { ...decision, kind: "handoff", decisionKind: "handoff", reasonCode }
  return { type: "workflow.decided", data: handoff }
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

/** The current task, without a mode that a person asked for. */
function routeSituation(situation: Situation): RouteSituation {
  const { artifacts, task } = situation.state.branch
  return {
    task: task ?? "",
    requested: null,
    model: modelOf(situation),
    hasPlan: artifacts.plan !== undefined,
    openQuestions: [],
  }
}

/** By what is known now: a model that was not opened yet counts as a capable one, and no server is asked. */
function modelOf({ state, permissions, profile }: Situation): RouteSituation["model"] {
  const { foreignThrough } = permissions
  const known = profile?.(modelHere(state, foreignThrough), serverHere(state, foreignThrough))
  return known?.strength === "weak" ? "weak" : "capable"
}
