import { hasPhrase, hasWord, pathsIn, sameText, wordsOf } from "../words.ts"
import type { Brief, BriefSection, Round } from "./brief.ts"
import { assumed } from "./brief-defaults.ts"
import type { Grounding } from "./grounding.ts"

/** What must be clear before the work begins, in the order in which it is asked for. */
export const slots = {
  desired_outcome: "desiredOutcome",
  non_goals: "nonGoals",
  acceptance_criteria: "acceptanceCriteria",
  constraints: "constraints",
  decision_boundaries: "decisionBoundaries",
  likely_touchpoints: "likelyTouchpoints",
} as const satisfies Record<string, BriefSection>

export type Slot = keyof typeof slots
type Gate = "non_goals" | "decision_boundaries" | "pressure_pass"
type ClarifyStage = "intent" | "boundaries" | "readiness"
/** How the next question presses: for an example, for a choice between two goods, or on an assumption. */
export type Pressure = "example" | "tradeoff" | "assumption"
type ClarifyCode =
  | "clarify_complete"
  | "clarify_follow_up_needed"
  | "clarify_pressure_pass_required"
  | "clarify_budget_exhausted"
  | "clarify_budget_exhausted_without_pressure_pass"

export type ClarifyReview = {
  kind: "clarify_continue" | "clarify_exit"
  code: ClarifyCode
  summary: string
  stage: ClarifyStage
  pressure: Pressure | null
  pressurePassComplete: boolean
  missingGates: Gate[]
  unresolved: Slot[]
  /** What the next question is about; null where none is asked. */
  focus: Slot | null
  openQuestions: string[]
}

export type ReviewInput = {
  task: string
  brief: Brief
  /** The round that was just answered; the first is 1. */
  round: number
  rounds: readonly Round[]
  maxRounds: number
  grounding: Grounding | null
}

const clarifyLimits = { rounds: 2, shortAnswerWords: 4, pressureFromRound: 2 } as const

/** What is asked about a slot, in plain words. */
export const slotQuestions = {
  desired_outcome: "What should be different when this is done?",
  non_goals: "What must stay as it is?",
  acceptance_criteria: "How will you see that it works?",
  constraints: "Is there anything that must be used, or must not be used?",
  decision_boundaries: "What should I ask you about before I do it?",
  likely_touchpoints: "Which part of the project is it about?",
} as const satisfies Record<Slot, string>

const words = {
  broad: ["better", "nicer", "cleaner", "something", "somehow", "maybe"],
  broadPhrases: ["improve it", "fix it", "around there", "whatever you think", "up to you"],
  boundary: [
    "don't",
    "keep",
    "leave",
    "unchanged",
    "untouched",
    "avoid",
    "only",
    "never",
    "without",
    "except",
    "preserve",
  ],
  boundaryPhrases: [
    "do not",
    "must not",
    "out of scope",
    "stop and ask",
    "ask first",
    "ask me",
    "confirm first",
    "as it is",
  ],
  repository: [
    "repo",
    "repository",
    "codebase",
    "project",
    "module",
    "package",
    "file",
    "files",
    "function",
    "class",
    "component",
    "endpoint",
  ],
} as const

const summaries = {
  clarify_complete: "what is wanted is clear",
  clarify_follow_up_needed: "another question is needed",
  clarify_pressure_pass_required: "no answer says yet where the work must stop",
  clarify_budget_exhausted: "no more questions; what is open is assumed",
  clarify_budget_exhausted_without_pressure_pass: "no more questions, and no answer says where the work must stop",
} as const satisfies Record<ClarifyCode, string>

/** Whether the brief is clear enough to work from, and if not, what to ask next. */
export function reviewBrief(input: ReviewInput): ClarifyReview {
  const answer = input.rounds.at(-1)?.answer ?? ""
  const bounded = input.rounds.some((round) => showsBoundary(round.answer))
  const unresolved = inOrder(unresolvedSlots(input, answer), answer)
  const missingGates = gates(unresolved, input.round, bounded)
  const code = codeOf(input, unresolved, missingGates)
  const goesOn = code === "clarify_follow_up_needed" || code === "clarify_pressure_pass_required"
  return {
    kind: goesOn ? "clarify_continue" : "clarify_exit",
    code,
    summary: summaries[code],
    stage: stageOf(unresolved, missingGates),
    pressure: goesOn ? pressureOf(input.round + 1, answer, missingGates) : null,
    pressurePassComplete: input.round >= clarifyLimits.pressureFromRound && bounded,
    missingGates,
    unresolved,
    focus: goesOn ? (unresolved[0] ?? "decision_boundaries") : null,
    openQuestions: unresolved.map((slot) => slotQuestions[slot]),
  }
}

/** Whether an answer leaves everything open. */
export function isBroad(answer: string): boolean {
  return hasWord(answer, words.broad) || hasPhrase(answer, words.broadPhrases)
}

export function isShort(answer: string): boolean {
  return wordsOf(answer).length < clarifyLimits.shortAnswerWords
}

/** Whether an answer says where the work must stop. */
export function showsBoundary(answer: string): boolean {
  return hasWord(answer, words.boundary) || hasPhrase(answer, words.boundaryPhrases)
}

function unresolvedSlots({ task, brief, grounding }: ReviewInput, answer: string): Slot[] {
  const open = (slot: Slot): boolean => {
    const section = slots[slot]
    if (slot === "likely_touchpoints" && !needsTouchpoints(task, answer, grounding)) return false
    if (!brief.explicit.has(section)) return true
    if (slot === "non_goals") return brief.nonGoals.every((item) => sameText(item, assumed.nonGoals))
    if (slot === "acceptance_criteria") return brief.acceptanceCriteria.every((item) => sameText(item, task))
    return false
  }
  return (Object.keys(slots) as Slot[]).filter(open)
}

/** Where the work happens matters for work in a project; files that the task names and that are there say it already. */
function needsTouchpoints(task: string, answer: string, grounding: Grounding | null): boolean {
  if (grounding && grounding.existing.length > 0) return false
  return pathsIn(task).length > 0 || hasWord(task, words.repository) || isBroad(answer)
}

/** A broad answer needs a place first, a short one an outcome. */
function inOrder(unresolved: readonly Slot[], answer: string): Slot[] {
  const first: Slot | null = isBroad(answer) ? "likely_touchpoints" : isShort(answer) ? "desired_outcome" : null
  return first && unresolved.includes(first) ? [first, ...unresolved.filter((slot) => slot !== first)] : [...unresolved]
}

function gates(unresolved: readonly Slot[], round: number, bounded: boolean): Gate[] {
  const open: Gate[] = (["non_goals", "decision_boundaries"] as const).filter((gate) => unresolved.includes(gate))
  return round >= clarifyLimits.pressureFromRound && !bounded ? [...open, "pressure_pass"] : open
}

function codeOf({ round, maxRounds }: ReviewInput, unresolved: readonly Slot[], missing: readonly Gate[]): ClarifyCode {
  if (unresolved.length === 0 && missing.length === 0) return "clarify_complete"
  const unpressed = missing.includes("pressure_pass")
  if (round >= maxRounds)
    return unpressed ? "clarify_budget_exhausted_without_pressure_pass" : "clarify_budget_exhausted"
  return unresolved.length === 0 ? "clarify_pressure_pass_required" : "clarify_follow_up_needed"
}

function stageOf(unresolved: readonly Slot[], missing: readonly Gate[]): ClarifyStage {
  if (missing.length > 0) return "readiness"
  return unresolved.includes("desired_outcome") ? "intent" : "boundaries"
}

function pressureOf(nextRound: number, answer: string, missing: readonly Gate[]): Pressure | null {
  if (nextRound < clarifyLimits.pressureFromRound) return null
  if (isBroad(answer)) return "example"
  return missing.length > 0 ? "tradeoff" : "assumption"
}
