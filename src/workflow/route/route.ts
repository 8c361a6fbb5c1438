import type { WorkflowMode } from "../../session/event/common.ts"
import type { Decision } from "../../session/event/workflow.ts"
import { structureOf } from "./structure.ts"

export type RouteSituation = {
  task: string
  /** The mode that a person asked for. */
  requested: WorkflowMode | null
  /** Whether the model is known to be a weak one: any other plans by itself where it wants to. */
  model: "weak" | "capable"
  hasPlan: boolean
  /** What the brief left open. */
  openQuestions: readonly string[]
}

/**
 * Which mode a task goes to: `execute`, unless a person asked for another one, or a weak model is given several things to
 * make. Only the structure of the task counts, not its words; it costs no model call.
 */
export function route(situation: RouteSituation): Decision {
  const { requested, model, openQuestions } = situation
  const { complexity, signals } = structureOf(situation.task)
  const choice = choose(situation, complexity)
  const { mode, code } = choice
  return {
    kind: "route",
    decisionKind: choice.kind,
    mode,
    reasonCode: code,
    summary: `${mode}: ${reasons[code]}`,
    reasonSummary: reasons[code],
    routeScore: choice.score,
    ...(choice.runnerUp ? { runnerUpMode: choice.runnerUp.mode, runnerUpScore: choice.runnerUp.score } : {}),
    ...(mode === "clarify" || mode === "plan" ? { scheduledNextMode: "execute" as const } : {}),
    complexity,
    signals: [...signals, `model=${model}`, ...(requested ? [`requested_mode=${requested}`] : [])],
    ...(openQuestions.length > 0 ? { unresolvedQuestions: [...openQuestions] } : {}),
  }
}

type Scored = { mode: WorkflowMode; score: number }
type Choice = Scored & { code: keyof typeof reasons; kind: Decision["decisionKind"]; runnerUp?: Scored }

function choose({ requested, hasPlan, model }: RouteSituation, complexity: number): Choice {
  if (requested) return { mode: requested, score: 1, code: "explicit_request", kind: "requested" }
  if (hasPlan) return { mode: "execute", score: 1, code: "existing_plan_artifacts", kind: "artifact_reuse" }
  const plan: Scored = { mode: "plan", score: model === "weak" ? complexity : 0 }
  const execute: Scored = { mode: "execute", score: Math.round((1 - plan.score) * 1000) / 1000 }
  return plan.score > execute.score
    ? { ...plan, code: "task_is_complex", kind: "initial_route", runnerUp: execute }
    : { ...execute, code: "task_is_concrete", kind: "initial_route", runnerUp: plan }
}

const reasons = {
  explicit_request: "A person asked for this mode",
  existing_plan_artifacts: "There is a plan to follow",
  task_is_complex: "The task has several parts that need a plan",
  task_is_concrete: "The work starts at once",
} as const
