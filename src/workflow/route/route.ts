import type { WorkflowMode } from "../../session/event/common.ts"
import type { Decision } from "../../session/event/workflow.ts"
import { rounded, type SignalSource, type Signals, signalsOf } from "./signals.ts"

export type RouteSituation = SignalSource & { clarifyAllowed: boolean }

/** Which mode a task goes to, with the scores, the signals and the reason. It costs no model call. */
export function route(situation: RouteSituation): Decision {
  const signals = signalsOf(situation)
  const choice = choose(situation, signals)
  const { mode, code } = choice
  return {
    kind: choice.kind === "reentry" ? "reentry" : "route",
    decisionKind: choice.kind,
    mode,
    reasonCode: code,
    summary: `${mode}: ${reasons[code]}`,
    reasonSummary: reasons[code],
    routeScore: choice.score,
    ...(choice.runnerUp ? { runnerUpMode: choice.runnerUp.mode, runnerUpScore: choice.runnerUp.score } : {}),
    ...(mode === "clarify" || mode === "plan" ? { scheduledNextMode: "execute" as const } : {}),
    ambiguity: signals.ambiguity,
    complexity: signals.complexity,
    signals: signals.summary,
    ...(situation.openQuestions.length > 0 ? { unresolvedQuestions: [...situation.openQuestions] } : {}),
  }
}

type Scored = { mode: WorkflowMode; score: number }
type Choice = Scored & { code: keyof typeof reasons; kind: Decision["decisionKind"]; runnerUp?: Scored }

function choose(situation: RouteSituation, signals: Signals): Choice {
  const { requested, planStale, hasPlan } = situation
  if (requested) return { mode: requested, score: 1, code: "explicit_request", kind: "requested" }
  if (planStale) return { ...fixed.stalePlan, code: "stale_plan_artifacts", kind: "reentry" }
  if (hasPlan) return { ...fixed.existingPlan, code: "existing_plan_artifacts", kind: "artifact_reuse" }
  const scores = scoresOf(situation, signals)
  const ranked = candidates.map((mode) => ({ mode, score: scores[mode] })).toSorted((a, b) => b.score - a.score)
  const best = ranked.find(({ mode, score }) => score >= thresholds[mode]) ?? { mode: "execute", score: scores.execute }
  const runnerUp = ranked.find(({ mode }) => mode !== best.mode)
  return { ...best, code: codeFor(best.mode, situation, signals), kind: "initial_route", ...(runnerUp && { runnerUp }) }
}

function codeFor(mode: Candidate, { verificationPressure }: RouteSituation, { complexity }: Signals): Choice["code"] {
  switch (mode) {
    case "clarify":
      return "task_is_ambiguous"
    case "plan":
      return verificationPressure && complexity < thresholds.plan
        ? "verification_pressure_requires_plan"
        : "task_is_complex"
    case "execute":
      return "task_is_concrete"
    default:
      return mode satisfies never
  }
}

function scoresOf(situation: RouteSituation, signals: Signals): Record<Candidate, number> {
  const { clarifyAllowed, hasBrief, verificationPressure, mutationPressure } = situation
  const { ambiguity, complexity, recent } = signals
  const open = situation.openQuestions.length
  const { clarify, plan, execute } = weights
  return {
    clarify: clarifyAllowed
      ? sum([
          [ambiguity, true],
          [clarify.noBrief, !hasBrief],
          [Math.min(clarify.mostForQuestions, clarify.question * open), true],
          [clarify.notTooComplex, complexity < bounds.tooComplexToAsk],
          [clarify.askedLately, recent.clarify > 0 && open > 0],
        ])
      : 0,
    plan: sum([
      [complexity, true],
      [plan.verificationPressure, verificationPressure],
      [plan.mutationPressure, mutationPressure],
      [plan.brief, hasBrief],
      [plan.openQuestions, open > 0],
      [plan.reenteredLately, recent.reentry > 0],
      [plan.refreshedLately, recent.planRefresh > 0],
    ]),
    execute: sum([
      [execute.base, true],
      [execute.brief, hasBrief],
      [execute.clear, ambiguity < bounds.unclear],
      [execute.simple, complexity < bounds.complex],
      [execute.nothingOpen, open === 0],
      [execute.skippedLately, recent.verifySkip > 0 && !verificationPressure],
    ]),
  }
}

function sum(parts: readonly (readonly [score: number, counts: boolean])[]): number {
  return rounded(parts.reduce((total, [score, counts]) => (counts ? total + score : total), 0))
}

/** The modes that compete, in the order in which a tie is settled: what holds a person up least comes first. */
const candidates = ["execute", "plan", "clarify"] as const
type Candidate = (typeof candidates)[number]

/** Below these a mode is not chosen. */
const thresholds = { execute: 0, plan: 0.45, clarify: 0.55 } as const satisfies Record<Candidate, number>

const bounds = { unclear: 0.35, complex: 0.45, tooComplexToAsk: 0.55 } as const

const weights = {
  clarify: { noBrief: 0.15, question: 0.04, mostForQuestions: 0.12, notTooComplex: 0.05, askedLately: 0.04 },
  plan: {
    verificationPressure: 0.18,
    mutationPressure: 0.12,
    brief: 0.06,
    openQuestions: 0.06,
    reenteredLately: 0.06,
    refreshedLately: 0.04,
  },
  execute: { base: 0.35, brief: 0.14, clear: 0.16, simple: 0.12, nothingOpen: 0.05, skippedLately: 0.03 },
} as const

const fixed = {
  stalePlan: { mode: "plan", score: 0.95, runnerUp: { mode: "execute", score: 0.6 } },
  existingPlan: { mode: "execute", score: 0.9, runnerUp: { mode: "plan", score: 0.45 } },
} as const

const reasons = {
  explicit_request: "A person asked for this mode",
  stale_plan_artifacts: "The plan no longer fits what happened",
  existing_plan_artifacts: "There is a plan to follow",
  task_is_ambiguous: "The task leaves open what is wanted",
  task_is_complex: "The task has several parts that need a plan",
  verification_pressure_requires_plan: "How it will be proven needs a plan",
  task_is_concrete: "The task is clear enough to begin",
} as const
