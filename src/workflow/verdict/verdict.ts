import type { Evidence, Strength } from "../../session/event/common.ts"
import type { StopCode } from "../../session/event/turn.ts"
import { noTestRan } from "../checks/nothing-ran.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import { atLeast, strongestOf } from "../checks/strength.ts"
import { isCode } from "../project/coverage.ts"
import type { CompletionCode } from "./completion-note.ts"
import { context, contradicted, missing, supporting } from "./evidence.ts"
import type { CheckResult, Facts } from "./facts.ts"
import { originalsProbes, probedCommand } from "./probe.ts"
import { oneLine } from "./push-back.ts"

/** How a turn ends, and the facts that say so. */
export type Verdict = {
  code: VerdictCode
  /** The code of its entry in the timeline. */
  reason: CompletionCode
  summary: string
  evidence: Evidence[]
  /** Why it is not verified, or not done: a sentence each. */
  missing: string[]
}

type VerdictCode = Extract<
  StopCode,
  | "completed-verified"
  | "completed-unverified"
  | "completed-nothing-to-verify"
  | "answered"
  | "contradicted"
  | "permission-denied"
  | "verification-budget-exhausted"
  | "continuation-budget-exhausted"
>

/** What the facts say about finished work: the whole rule. No text of a task or an answer is read. */
export function verdictOf(facts: Facts): Verdict {
  const evidence = evidenceOf(facts)
  const end = (
    code: VerdictCode,
    reason: CompletionCode,
    summary: string,
    because: readonly string[] = [],
  ): Verdict => ({
    code,
    reason,
    summary,
    evidence: [
      ...evidence,
      ...because.map((text) => missing({ category: "verification", source: "checks", summary: text })),
    ],
    missing: [...because],
  })
  const [blocked] = facts.blocked
  if (blocked) return end("permission-denied", "permission_denied", `\`${oneLine(blocked.what)}\` was denied`)
  const [unwritten] = facts.unwritten
  if (unwritten) return end("contradicted", "completion_evidence_missing", notWritten(unwritten))
  const failed = facts.results.filter(({ status }) => status === "failed")
  if (failed.some(({ isOld }) => !isOld)) {
    return end("verification-budget-exhausted", "verification_retry_budget_exhausted", failed.map(failure).join("; "))
  }
  if (facts.open.length > 0) {
    return end("continuation-budget-exhausted", "continuation_budget_exhausted", openSummary(facts.open))
  }
  if (facts.files.length === 0) return unchanged(facts, end)
  if (facts.plan.checks.length === 0 && facts.touched.length === 0 && facts.files.every(hasNothingToCheck)) {
    return end("completed-nothing-to-verify", "non_mutating_response_accepted", "No check applies to what changed")
  }
  const reasons = unverified(facts)
  if (reasons.length === 0) return end("completed-verified", "verification_passed", verifiedSummary(facts))
  const code = facts.results.length === 0 ? "verification_commands_missing" : "verification_incomplete"
  return end("completed-unverified", code, first(reasons), reasons)
}

type End = (code: VerdictCode, reason: CompletionCode, summary: string, because?: readonly string[]) => Verdict

function unchanged({ acted, isPutBack, commands, unwatched }: Facts, end: End): Verdict {
  const ran = commands === 0 ? " and no command was run" : ""
  const none = isPutBack ? "Every changed file is as it was before" : `No file was changed${ran}`
  const summary = unwatched === null ? none : `No change was seen, and not everything was watched: ${unwatched}`
  // Law: unknown. What was not watched may have changed: it is never called nothing.
  if (acted && unwatched !== null) return end("completed-unverified", "verification_incomplete", summary, [summary])
  return acted
    ? end("completed-nothing-to-verify", "non_mutating_response_accepted", summary)
    : end("answered", "completion_response_accepted", summary)
}

/** A directory, a link, a mode and a deleted file have no content that a check could read. */
const hasNothingToCheck = ({ kind, after }: Facts["files"][number]) => kind !== undefined || after === null

/** Everything that keeps changed files from being verified, the most telling first. */
function unverified(facts: Facts): string[] {
  const { plan, results } = facts
  const passed = results.filter(isProof)
  const strength = strongestOf(passed.map(({ check }) => check.strength))
  const open = results.filter(({ status }) => status !== "passed")
  return [
    ...open
      .filter(({ status }) => status === "failed")
      .map((result) => `${failure(result)}; it failed before the work, too`),
    ...open.filter(({ status }) => status !== "failed").map(unsettled),
    ...facts.failedWrites.map(notWritten),
    ...facts.unrun.map(({ command }) => `\`${command}\` did not run`),
    ...results.filter(isHollow).map(({ check }) => `\`${check.command}\` always passes`),
    ...(results.length === 0 && facts.unrun.length === 0 ? notCovered(facts) : []),
    ...(passed.length > 0 ? plan.uncovered.filter(isCode).map((path) => `No check covers \`${path}\``) : []),
    ...(passed.length > 0 && !atLeast(strength, plan.strongest)
      ? [`No check that passed is as strong as the project offers (${strengthTexts[plan.strongest]})`]
      : []),
    ...touchedReason(facts),
    ...(passed.length > 0 && !atLeast(strength, "builds") ? [onlyParses(facts)] : []),
    ...facts.hollow.map(({ path, code }) => `\`${path}\` has \`${code}\`, which can make failing tests pass`),
    ...facts.altered.map((path) => `\`${path}\` was changed after it was checked`),
    ...facts.running.map((command) => `\`${oneLine(command)}\` still runs and may change what was checked`),
    ...(facts.unwatched === null ? [] : [`Not all changes were watched: ${facts.unwatched}`]),
    ...(passed.length === 0 || !atLeast(strength, plan.strongest) ? plan.reasons : []),
  ]
}

/** What a person or AGENTS.md names runs whatever it is; detection offers only what can fail. */
const isHollow = ({ check: { command, source }, status }: CheckResult) =>
  status === "passed" && source !== "project" && isPlaceholder(command)
const isProof = (result: CheckResult) => result.status === "passed" && !isHollow(result)

function notCovered({ files }: Facts): string[] {
  const checked = files.filter((file) => !hasNothingToCheck(file)).map(({ path }) => path)
  const code = checked.filter(isCode)
  return checked.length === 0 ? [] : [`No check covers ${list(code.length > 0 ? code : checked)}`]
}

/** That a file can be read says nothing of what is in it. */
function onlyParses({ files }: Facts): string {
  const paths = files.filter((file) => !hasNothingToCheck(file)).map(({ path }) => path)
  return `${list(paths)} ${paths.length === 1 ? "is" : "are"} only known to parse: no test or build covers ${paths.length === 1 ? "it" : "them"}`
}

/** A check cannot verify work that changed its own tests, unless the tests as they were pass on the new code, too. */
function touchedReason(facts: Facts): string[] {
  const { touched } = facts
  if (touched.length === 0) return []
  const probes = originalsProbes(facts).map(({ id }) => facts.probes.find(({ check }) => check.id === id))
  if (probes.length > 0 && probes.every((probe) => probe?.status === "passed")) return []
  const failed = probes.find((probe) => probe?.status === "failed")
  const isGone = (path: string) => facts.files.some((file) => file.path === path && file.after === null)
  const [was, it] = touched.length === 1 ? ["was", "it"] : ["were", "them"]
  const then = failed
    ? `, and with ${it} as before the work ${failure(failed)}`
    : ", so a passing check shows less than it did"
  return [`${list(touched)} ${was} ${touched.every(isGone) ? "deleted" : "changed"}${then}`]
}

function unsettled({ check: { command }, status, summary }: CheckResult): string {
  if (status === "missing" && summary?.startsWith(noTestRan)) return `\`${command}\` ran no test`
  if (status === "missing") return `\`${command}\` cannot run here (${summary ?? "missing"})`
  if (status === "skipped") return `\`${command}\` was not allowed to run`
  return `\`${command}\` did not finish`
}

function verifiedSummary({ results, plan, touched }: Facts): string {
  const commands = results.map(
    ({ check: { command }, by }) => `\`${command}\`${by === "model" ? " (run by the model)" : ""}`,
  )
  const strength = strongestOf(results.map(({ check }) => check.strength))
  const weaker = (plan.weaker ?? []).slice(0, 3).map((file) => `; \`${file.path}\` only ${file.strength}`)
  return `${strengthTexts[strength]}: ${commands.join(", ")}${weaker.join("")}${touched.length > 0 ? `, also with ${list(touched)} as before the work` : ""}`
}

/** What the strongest of the checks shows, in words: the reader knows how far it goes. */
const strengthTexts = {
  exists: "The files are there",
  parses: "The files parse",
  builds: "It builds",
  tests: "Tests pass",
} as const satisfies Record<Strength, string>

const failure = ({ check: { command }, summary }: CheckResult) =>
  `\`${probedCommand(command)}\` failed${summary ? ` (${oneLine(summary)})` : ""}`
const notWritten = ({ path, error }: Facts["failedWrites"][number]) => `\`${path}\` was not written: ${oneLine(error)}`
const openSummary = (open: readonly string[]) =>
  `${open.length === 1 ? "1 item" : `${open.length} items`} of its own list ${open.length === 1 ? "is" : "are"} open: ${oneLine(open[0] ?? "")}`

function first(reasons: readonly string[]): string {
  const [reason = ""] = reasons
  return reasons.length === 1 ? reason : `${reason} (and ${reasons.length - 1} more)`
}

function list(paths: readonly string[]): string {
  const named = paths.slice(0, 3).map((path) => `\`${path}\``)
  return paths.length > 3 ? `${named.join(", ")} and ${paths.length - 3} more` : named.join(", ")
}

/** The facts as evidence, each once. */
function evidenceOf(facts: Facts): Evidence[] {
  const checks = facts.results.map((result) => {
    const { check, status, by, summary, seq } = result
    const found = {
      category: "verification",
      source: "checks",
      subject: check.command,
      detail: summary ?? undefined,
      seq,
    } as const
    const who = by === "model" ? " when the model ran it" : ""
    if (isHollow(result)) return []
    if (status === "passed") return [supporting({ ...found, summary: `\`${check.command}\` passed${who}` })]
    return status === "failed" ? [contradicted({ ...found, summary: failure(result) })] : []
  })
  return [
    ...checks.flat(),
    ...facts.unwritten.map((write) =>
      contradicted({
        category: "action",
        source: "actions",
        summary: notWritten(write),
        subject: write.path,
        seq: write.seq,
      }),
    ),
    ...facts.open.map((text) =>
      missing({
        category: "tracked_work",
        source: "items",
        summary: `"${text}" is open on the model's list`,
        subject: text,
      }),
    ),
    ...facts.denied.map(({ what, seq }) =>
      context({ category: "action", source: "tools", summary: `\`${oneLine(what)}\` was denied`, subject: what, seq }),
    ),
  ]
}
