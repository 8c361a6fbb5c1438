import type { Evidence, Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import type { Attempt, CheckState } from "../../session/state.ts"
import { noTestRan } from "../checks/nothing-ran.ts"
import { atLeast, strongestOf } from "../checks/strength.ts"
import { isCode } from "../project/coverage.ts"
import type { ProjectFacts } from "../project/project.ts"
import { context, contradicted, missing, supporting } from "./evidence.ts"
import type { CompletionInput, OfferedChecks } from "./input.ts"
import { stillOpen, unseenChanges } from "./proof-aftermath.ts"
import { isSound } from "./sound.ts"
import type { Work } from "./work.ts"

/** What the checks show of the work as it is now. */
export type Proof = { evidence: Evidence[] } & (
  | { state: "proven"; strength: Strength; attempt: Attempt }
  /** The checks have to run, for this reason. */
  | { state: "unrun"; because: string }
  | { state: "failed"; attempt: Attempt; failed: CheckState[] }
  | { state: "unproven"; code: "verification_commands_missing" | "verification_incomplete" }
)

type ProofInput = Pick<CompletionInput, "task" | "actions" | "plan" | "facts" | "aftermath">

/**
 * Proven is only what every check passed after the last change, as strongly as the project offers it for what was
 * changed. A check that may pass whatever the work is like shows nothing.
 */
export function proofOf(input: ProofInput, work: Work): Proof {
  const { plan, facts } = input
  const offered = plan?.checks.filter((check) => isSound(check, facts)) ?? []
  if (plan === null || offered.length === 0) {
    return { state: "unproven", code: "verification_commands_missing", evidence: nothingOffered(work) }
  }
  const { attempt } = work
  const because = attempt ? whyUnrun(offered, attempt, work.lastChange) : "nothing was checked yet"
  if (!attempt || because !== null) return { state: "unrun", because: because ?? "", evidence: offered.map(notRun) }
  return settled(attempt, plan, work, input)
}

function whyUnrun(offered: readonly Check[], attempt: Attempt, lastChange: number): string | null {
  const isThere = ({ id, command }: Check) =>
    attempt.checks.some((check) => check.id === id || check.command === command)
  const lacking = offered.find((check) => !isThere(check))
  const { checks } = attempt
  if (attempt.status === "stale" || checks.some(({ startedAt }) => startedAt !== null && startedAt < lastChange)) {
    return "files changed after the last checks"
  }
  if (lacking) return `\`${lacking.command}\` was not part of the last checks`
  if (checks.some(({ status }) => status === "pending")) return "the checks have not ended"
  return checks.some(({ status }) => status === "planned") ? "the checks have not run yet" : null
}

function settled(attempt: Attempt, plan: OfferedChecks, work: Work, input: ProofInput): Proof {
  const { facts } = input
  const evidence = [...attempt.checks.map((check) => evidenceOf(check, facts)), ...weakSpots(plan)]
  const failed = attempt.checks.filter(({ status }) => status === "failed")
  const hopeless = [...failed, ...attempt.checks.filter(({ status }) => status === "missing")]
  // What a command did outside of what is watched, such as an installation, may have mended it.
  const mended = hopeless.every(({ finishedAt }) => finishedAt !== null && finishedAt < work.lastDeed)
  if (hopeless.length > 0 && mended) {
    return { state: "unrun", because: "something was done since the checks failed", evidence }
  }
  if (failed.length > 0) return { state: "failed", attempt, failed, evidence }
  const passed = attempt.checks.filter((check) => check.status === "passed" && isSound(check, facts))
  const strength = strongestOf(passed.map((check) => check.strength))
  const enough = passed.length > 0 && atLeast(strength, plan.strongest)
  const open = [
    ...plan.uncovered.filter(isCode).map(onlyThere),
    ...unseenChanges(input, work, strength),
    ...stillOpen(input),
  ]
  if (enough && open.length === 0 && attempt.checks.every(({ status }) => status === "passed")) {
    return { state: "proven", strength, attempt, evidence }
  }
  const short = enough ? [] : [tooWeak(plan)]
  return { state: "unproven", code: "verification_incomplete", evidence: [...evidence, ...short, ...open] }
}

function evidenceOf(check: CheckState, facts: ProjectFacts | null): Evidence {
  const { command, status, summary, finishedAt } = check
  const found = { category: "verification", source: "checks", subject: command, detail: summary ?? undefined } as const
  const at = { ...found, seq: finishedAt }
  if (status === "passed" && isSound(check, facts)) return supporting({ ...at, summary: `\`${command}\` passed` })
  if (status === "passed") return context({ ...at, summary: `\`${command}\` passes whatever the work is like` })
  if (status === "failed") return contradicted({ ...at, summary: `\`${command}\` failed` })
  if (status === "missing" && summary?.startsWith(noTestRan)) {
    return missing({ ...at, summary: `a test that \`${command}\` runs (${summary})` })
  }
  return missing({ ...at, summary: `a result of \`${command}\` (${status})` })
}

function notRun({ command }: Check): Evidence {
  const summary = `a result of \`${command}\` after the last change`
  return missing({ category: "verification", source: "offered", summary, subject: command })
}

function nothingOffered({ net, uncovered }: Work): Evidence[] {
  const files = net.slice(0, 3).map(({ path }) => `\`${path}\``)
  const what =
    files.length > 0 ? files.join(", ") : `what \`${uncovered[0]?.command ?? uncovered[0]?.tool ?? ""}\` changed`
  return [missing({ category: "verification", source: "offered", summary: `a check that proves ${what}` })]
}

function tooWeak({ strongest }: OfferedChecks): Evidence {
  const summary = `a passing check that is as strong as the project offers (${strongest})`
  return missing({ category: "verification", source: "offered", summary })
}

function onlyThere(path: string): Evidence {
  const summary = `a check that shows more of \`${path}\` than that it is there`
  return missing({ category: "verification", source: "offered", summary, subject: path })
}

/** What the proof does not reach is told, though nothing on offer would reach it. */
function weakSpots({ uncovered, strongest, weaker = [] }: OfferedChecks): Evidence[] {
  const told = [
    ...(strongest === "exists" ? [] : uncovered.map((path) => ({ path, shown: "exist" }))),
    ...weaker.map(({ path, strength }) => ({ path, shown: strength === "builds" ? "build" : "parse" })),
  ]
  return told.map(({ path, shown }) =>
    context({
      category: "verification",
      source: "offered",
      summary: `\`${path}\` is only known to ${shown}`,
      subject: path,
    }),
  )
}
