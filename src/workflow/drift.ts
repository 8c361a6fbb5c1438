import type { Brief } from "./clarify/brief.ts"
import { isTestFile, samePath } from "./completion/test-file.ts"
import { isDemonstration } from "./done.ts"
import { hasPhrase, pathsIn, sameText, significant, wordsOf } from "./words.ts"

export type DriftKind =
  | "confirmed_touchpoint"
  | "inferred_touchpoint"
  | "acceptance_anchor"
  | "contradicted_assumption"
  | "verification_contradiction"
  | "task_boundary_change"

type DriftReason =
  | "touched_files_outside_plan"
  | "acceptance_criteria_outside_plan"
  | "brief_missing_acceptance_scope"
  | "touchpoints_outside_brief"
  | "task_drifted_beyond_brief"

export type DriftEvidence = { kind: DriftKind; summary: string }

type DriftStrategy = "plan_refresh" | "clarify_reentry" | "full_replan"

export type Drift = {
  reasons: DriftReason[]
  evidence: DriftEvidence[]
  strategy: DriftStrategy
  /** What the next plan or question has to take up, in words. */
  summary: string
}

export type DriftInput = {
  /** What the plan and the verification plan say, as they stand. */
  planText: string
  /** What the brief says; null where nobody was asked. */
  briefText: string | null
  /** Where the brief expects the work to be, and what it holds to be so. */
  brief: Pick<Brief, "likelyTouchpoints" | "assumptions" | "decisionBoundaries"> | null
  task: string
  /** The files that the work changed. */
  touched: readonly string[]
  criteria: readonly string[]
  failedVerification: boolean
}

const driftLimits = {
  /** How many of the words of a criterion must be in a text that covers it. */
  criterionWords: 2,
  /** The share of the task's words that its brief must have. */
  taskShare: 0.5,
  /** A task with fewer words says too little to have drifted. */
  taskWords: 4,
  evidence: 12,
} as const

/** Which text a reason makes stale. */
const staleBy = {
  touched_files_outside_plan: "plan",
  acceptance_criteria_outside_plan: "plan",
  brief_missing_acceptance_scope: "brief",
  touchpoints_outside_brief: "brief",
  task_drifted_beyond_brief: "brief",
} as const satisfies Record<DriftReason, "plan" | "brief">

const reasonTexts = {
  touched_files_outside_plan: "files were changed that the plan does not name",
  acceptance_criteria_outside_plan: "the plan does not cover every acceptance criterion",
  brief_missing_acceptance_scope: "a check failed and the brief does not say what must hold",
  touchpoints_outside_brief: "the work went where the brief did not expect it",
  task_drifted_beyond_brief: "the task is no longer the one of the brief",
} as const satisfies Record<DriftReason, string>

/** Words by which a text keeps a file out of the work. */
const keepingWords: ReadonlySet<string> = new Set([
  ..."unchanged untouched avoid never don't not without keep keeps stays leave".split(" "),
])

/** What says that a file is not there keeps nobody from making it. */
const absent = ["not exist", "not yet exist", "doesn't exist", "not there"]

/** Whether the work has left its plan or its brief behind, and what to do about it; null where both still hold. */
export function assessDrift(input: DriftInput): Drift | null {
  const found = [
    ...filesOutsidePlan(input),
    ...criteriaOutsidePlan(input),
    ...criteriaOutsideBrief(input),
    ...outsideBrief(input),
    ...taskBeyondBrief(input),
  ]
  if (found.length === 0) return null
  const reasons = [...new Set(found.map(({ reason }) => reason))]
  const evidence = found.map(({ reason: _, ...rest }) => rest).slice(0, driftLimits.evidence)
  const summary = reasons.map((reason) => reasonTexts[reason]).join("; ")
  return { reasons, evidence, strategy: strategyFor(reasons), summary }
}

type Found = DriftEvidence & { reason: DriftReason }

function strategyFor(reasons: readonly DriftReason[]): DriftStrategy {
  const stale = new Set(reasons.map((reason) => staleBy[reason]))
  if (stale.size === 2) return "full_replan"
  return stale.has("plan") ? "plan_refresh" : "clarify_reentry"
}

/** A plan that names no file at all cannot be left. */
function filesOutsidePlan({ planText, touched, task }: DriftInput): Found[] {
  const named = pathsIn(planText)
  if (named.length === 0) return []
  const reason = "touched_files_outside_plan" as const
  const confirmed = touched
    .filter((path) => !named.some((name) => covers(name, path)))
    .map((path) => ({ reason, kind: "confirmed_touchpoint" as const, summary: `\`${path}\` was changed` }))
  if (confirmed.length === 0) return []
  const inferred = pathsIn(task)
    .filter((path) => !named.some((name) => covers(name, path)))
    .map((path) => ({ reason, kind: "inferred_touchpoint" as const, summary: `the task names \`${path}\`` }))
  return [...confirmed, ...inferred]
}

function criteriaOutsidePlan({ planText, criteria, task }: DriftInput): Found[] {
  return uncovered(criteria, task, planText).map((criterion) => ({
    reason: "acceptance_criteria_outside_plan",
    kind: "acceptance_anchor",
    summary: `the plan does not cover: ${criterion}`,
  }))
}

function criteriaOutsideBrief({ briefText, criteria, task, failedVerification }: DriftInput): Found[] {
  if (!failedVerification || briefText === null) return []
  return uncovered(criteria, task, briefText).map((criterion) => ({
    reason: "brief_missing_acceptance_scope",
    kind: "verification_contradiction",
    summary: `a check failed, and the brief does not cover: ${criterion}`,
  }))
}

function outsideBrief({ brief, touched }: DriftInput): Found[] {
  if (!brief) return []
  const reason = "touchpoints_outside_brief" as const
  const expected = brief.likelyTouchpoints.flatMap(pathsIn)
  const outside = expected.length === 0 ? [] : touched.filter((path) => !expected.some((name) => covers(name, path)))
  const against = (texts: readonly string[], kind: DriftKind) =>
    texts
      .filter((text) => wordsOf(text).some((word) => keepingWords.has(word)) && !hasPhrase(text, absent))
      .flatMap((text) => touchedOf(text, touched).map((path) => ({ text, path })))
      .map(({ text, path }) => ({ reason, kind, summary: `${text} (\`${path}\` was changed)` }))
  return [
    ...outside.map((path) => ({ reason, kind: "confirmed_touchpoint" as const, summary: `\`${path}\` was changed` })),
    ...against(brief.assumptions, "contradicted_assumption"),
    ...against(brief.decisionBoundaries, "task_boundary_change"),
  ]
}

function taskBeyondBrief({ task, briefText }: DriftInput): Found[] {
  if (briefText === null) return []
  const words = significant(task)
  const known = new Set(wordsOf(briefText))
  const share = words.filter((word) => known.has(word)).length / Math.max(words.length, 1)
  if (words.length < driftLimits.taskWords || share >= driftLimits.taskShare) return []
  return [
    {
      reason: "task_drifted_beyond_brief",
      kind: "task_boundary_change",
      summary: `the task now speaks of ${words.filter((word) => !known.has(word)).join(", ")}`,
    },
  ]
}

function uncovered(criteria: readonly string[], task: string, text: string): string[] {
  const known = new Set(wordsOf(text))
  return (
    criteria
      // What every such task is held to is nobody's to write down.
      .filter((criterion) => !sameText(criterion, task) && !isDemonstration(criterion))
      .filter((criterion) => {
        const words = significant(criterion)
        const needed = Math.min(driftLimits.criterionWords, words.length)
        return words.filter((word) => known.has(word)).length < needed
      })
  )
}

function touchedOf(text: string, touched: readonly string[]): string[] {
  const named = pathsIn(text)
  return touched.filter((path) => named.some((name) => covers(name, path)))
}

/** A named file covers itself and its test; a named directory covers what is in it. */
function covers(name: string, path: string): boolean {
  if (samePath(name, path)) return true
  const [named, whole] = [name, path].map((each) => `/${each.replaceAll("\\", "/").replace(/^\.\//, "")}/`) as [
    string,
    string,
  ]
  if (whole.includes(named.replace(/(?<!\/)\/+$/, "/"))) return true
  return isTestFile(path) && stem(path) === stem(name)
}

/** `src/route.test.ts`, `test_route.py` and `route_test.go` are the tests of `route`. */
function stem(path: string): string {
  const [name = ""] = (path.split("/").at(-1) ?? "").split(".")
  return name.replace(/^test_|_test$|_spec$/g, "").toLowerCase()
}
