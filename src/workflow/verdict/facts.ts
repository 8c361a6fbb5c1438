import type { CheckStatus } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import type { CheckState } from "../../session/state.ts"
import type { Act, NetChange } from "../../session/view/acts.ts"
import type { CheckRun } from "../../session/view/attempts.ts"
import { failedTests, failureCount } from "../checks/failure-count.ts"
import { nothingRan } from "../checks/nothing-ran.ts"
import { isPlaceholder, provenBy } from "../checks/placeholder.ts"
import type { CheckPlan } from "../checks/plan-checks.ts"
import { checkKeys, isCheck } from "../checks/same-check.ts"
import { decisiveLine } from "../explain/output.ts"
import type { ProjectFacts } from "../project/project.ts"
import { baselineCommand } from "./probe.ts"

/** What the log, the disk and the results of commands show of a piece of work. Everything that is decided follows from it. */
export type Facts = {
  /** The net changes, generated files aside. */
  files: readonly NetChange[]
  generated: number
  /** Why there may be changes that are not known; null where everything was watched. */
  unwatched: string | null
  /** Commands that ran, the checks aside; and whether something that could change a thing was done. */
  commands: number
  acted: boolean
  /** Files were changed, and all of them are as they were before. */
  isPutBack: boolean
  plan: CheckPlan
  /** Where tests or their configuration were changed: the checks that were on offer before. */
  original: readonly Check[]
  /** The newest result of each check on offer since the last change, and the checks that have none. */
  results: readonly CheckResult[]
  unrun: readonly Check[]
  /** The results of checks that ran with files as they were before the work. */
  probes: readonly CheckResult[]
  /** Existing tests, check configuration and instructions that were changed. */
  touched: readonly string[]
  /** What was put into the code that lets checks pass whatever it does. */
  hollow: readonly { path: string; code: string }[]
  /** Files that are no longer as they were checked. */
  altered: readonly string[]
  /** Background commands that still run. */
  running: readonly string[]
  /** Open items of the model's own list. */
  open: readonly string[]
  /** Writes that failed, of files that do not exist, and those of them with nothing done in their place. */
  failedWrites: readonly FailedWrite[]
  unwritten: readonly FailedWrite[]
  /** Writes that failed, with no later success, of files that exist: shown, and no reason to doubt what was verified. */
  failedEdits: readonly FailedWrite[]
  /** Every call that was denied, and those with nothing done in their place. */
  denied: readonly { tool: string; what: string; seq: number }[]
  blocked: readonly { tool: string; what: string; seq: number }[]
}

type FailedWrite = { path: string; error: string; seq: number }

export type CheckResult = {
  check: Check
  status: CheckStatus
  by: "holdfast" | "model"
  summary: string | null
  seq: number | null
  /** What it printed, where that is known. */
  output?: string
  /** For one that failed: it failed before the work, too, and so did each of its tests that fails now. */
  isOld: boolean
  /** The model itself ran it after its last change and saw it fail. */
  isKnown: boolean
}

/** What there is to look at. */
export type Looks = {
  acts: readonly Act[]
  net: readonly NetChange[]
  plan: CheckPlan
  project: ProjectFacts
  attempts: readonly { checks: readonly CheckRun[] }[]
} & Pick<Facts, "original" | "touched" | "hollow" | "altered" | "running" | "open"> & {
    /** Of the paths whose writes failed, those that exist. */
    existing: ReadonlySet<string>
  }

/** Puts the facts of a piece of work together. Pure. */
export function factsOf(looks: Looks): Facts {
  const { acts, net, plan } = looks
  const probes = probesIn(looks)
  const results = plan.checks
    .flatMap((check) => resultOf(check, looks) ?? [])
    .map((result) => withBaseline(result, probes))
  const ran = acts.filter((act) => act.ran)
  const denied = acts.filter(({ status }) => status === "denied")
  const isReplaced = ({ seq }: { seq: number }) => acts.some((other) => other.seq > seq && succeeded(other))
  const failed = failedWrites(looks)
  return {
    files: net,
    generated: acts.reduce((sum, act) => sum + act.generated, 0),
    unwatched: acts.find((act) => act.unwatched !== null && !act.background && mayHaveRun(act))?.unwatched ?? null,
    commands: ran.length,
    acted: acts.some((act) => act.acts && mayHaveRun(act)),
    isPutBack: net.length === 0 && acts.some(({ changes }) => changes.length > 0),
    plan,
    original: looks.original,
    results,
    probes,
    unrun: plan.checks.filter((check) => !results.some((result) => result.check === check)),
    touched: looks.touched,
    hollow: looks.hollow,
    altered: looks.altered,
    running: looks.running,
    open: looks.open,
    failedWrites: failed,
    unwritten: failed.filter((write) => !isReplaced(write)),
    failedEdits: failedEdits(looks),
    denied: denied.map(deniedFact),
    blocked: denied.filter((act) => !isReplaced(act)).map(deniedFact),
  }
}

/** Law: unknown. What has no known outcome is never taken as not done. */
const mayHaveRun = ({ status }: Act) => status === "ok" || status === "error" || status === "unknown"
const succeeded = ({ status, acts, changes }: Act) => status === "ok" && (acts || changes.length > 0)
const deniedFact = ({ tool, command, path, seq }: Act) => ({ tool, what: command ?? path ?? tool, seq })

/** The last change of a file that a check could see. New files that a check itself left behind are its by-products. */
export function lastChange(acts: readonly Act[]): number {
  const changing = acts.filter((act) => {
    return act.changes.some(({ before }) => !(before === null && isOneCheck(act)))
  })
  return Math.max(0, ...changing.map(({ seq }) => seq))
}

/** The files that nothing but checks of the model's own changed. */
export function reportsOf(acts: readonly Act[]): ReadonlySet<string> {
  const paths = (some: readonly Act[]) => some.flatMap(({ changes }) => changes.map(({ path }) => path))
  const others = new Set(paths(acts.filter((act) => !isOneCheck(act))))
  return new Set(paths(acts.filter(isOneCheck)).filter((path) => !others.has(path)))
}

/** Of a line with more than the check, it is not known which part left a file behind. */
const isOneCheck = ({ ran, command }: Act) =>
  ran && command !== null && provenBy(command) !== null && checkKeys(command).length === 1

/** The model's own runs of a check. */
export function runsOf(check: Check, { acts, project }: Pick<Looks, "acts" | "project">): Act[] {
  return acts.filter(
    (act) => act.ran && act.command !== null && isCheck(checkKeys(act.command, act.cwd), check.command, project),
  )
}

function resultOf(check: Check, { acts, attempts, project }: Looks): CheckResult | null {
  const since = lastChange(acts)
  const own = attempts
    .flatMap(({ checks }) => checks)
    .findLast(({ id, command, finishedAt }) => finishedAt !== null && (id === check.id || command === check.command))
  const runs = runsOf(check, { acts, project })
  const after = runs.filter(({ startedAt }) => (startedAt ?? 0) > since)
  if (own && isFresh(own, acts) && settled.has(own.status)) {
    const { status, summary, finishedAt, output } = own
    const isOld = status === "failed" && isOldFailure(runs, own, acts)
    const printed = output === undefined ? {} : { output }
    return {
      check,
      status,
      by: "holdfast",
      summary,
      ...printed,
      seq: finishedAt,
      isOld,
      isKnown: after.some(hasFailed),
    }
  }
  const passed = after.findLast((act) => passes(act, check, project))
  if (!passed) return null
  return { check, status: "passed", by: "model", summary: null, seq: passed.seq, isOld: false, isKnown: false }
}

/** Whether nothing happened since a check that could change its result. */
function isFresh({ status, startedAt, finishedAt }: CheckState, acts: readonly Act[]): boolean {
  const lastAct = Math.max(0, ...acts.filter((act) => act.acts || act.changes.length > 0).map(({ seq }) => seq))
  if (finishedAt === null || (startedAt ?? 0) <= lastChange(acts)) return false
  // An installation, for example, changes nothing that is watched and may be what a failed check needed.
  return status === "passed" || finishedAt > lastAct
}

function probesIn({ attempts, acts }: Looks): CheckResult[] {
  return attempts
    .flatMap(({ checks }) => checks)
    .filter((check) => check.originals !== undefined && isFresh(check, acts))
    .map(({ status, summary, finishedAt, output, ...check }) => ({
      check,
      status,
      by: "holdfast",
      summary,
      ...(output === undefined ? {} : { output }),
      seq: finishedAt,
      isOld: false,
      isKnown: false,
    }))
}

/** A check that also fails on the files as they were before the work fails no worse than it did. */
function withBaseline(result: CheckResult, probes: readonly CheckResult[]): CheckResult {
  if (result.status !== "failed" || result.isOld) return result
  const before = probes.find(({ check }) => check.command === baselineCommand(result.check.command))
  if (before?.status !== "failed") return result
  return { ...result, isOld: isNoWorse(before, result) }
}

type Failed = { summary: string | null; output?: string }

/**
 * No more failures than before, and no other ones as far as they have names: one that is new is no old failure, even if
 * another was fixed. Where they were not counted, the same line says why it failed.
 */
function isNoWorse(failedBefore: Failed, failedNow: Failed): boolean {
  const [before, after] = [failedBefore.summary ?? failedBefore.output ?? "", failedNow.summary ?? ""]
  const [names, failing] = [failedTests(failedBefore.output ?? ""), failedTests(failedNow.output ?? "")]
  // A file that could not be loaded hides which of its tests would have failed.
  const isWhole = names.size > 0 && ![...names].some((name) => /^[^\s:>]+\.\w+$/.test(name))
  if (isWhole && [...failing].some((name) => !names.has(name))) return false
  const [then, now] = [failureCount(before), failureCount(after)]
  if (then !== null && now !== null) return now.failed <= then.failed
  const line = decisiveLine(before, "failed")?.replace(/^exit code \d+: /, "")
  return then === null && now === null && !!line && after.includes(line.slice(0, comparedCharacters))
}

/** As much of a line as the summary of a check keeps. */
const comparedCharacters = 150

const settled: ReadonlySet<CheckStatus> = new Set(["passed", "failed", "skipped", "unknown", "missing"])

const hasFailed = ({ exitCode }: Act) => exitCode !== null && exitCode !== 0

/** The model's own run counts like one of ours: it ended with 0, it can fail, and it ran something. */
function passes({ exitCode, command, output }: Act, { kind }: Check, project: ProjectFacts): boolean {
  if (exitCode !== 0 || command === null || isPlaceholder(command, project)) return false
  return kind !== "test" || nothingRan(output, "passed", command) === null
}

/** Whether the model's run of the same check failed before the first change, with no fewer failures than now. */
function isOldFailure(runs: readonly Act[], now: Failed, acts: readonly Act[]): boolean {
  const first = acts.find(({ changes }) => changes.length > 0)?.seq ?? Number.POSITIVE_INFINITY
  const before = runs.findLast((act) => act.seq < first && hasFailed(act))
  return before !== undefined && isNoWorse({ summary: null, output: before.output }, now)
}

const writers: ReadonlySet<string> = new Set(["write", "edit", "patch"])

function failedWrites({ acts, net, existing }: Looks): readonly FailedWrite[] {
  return unrepaired(acts)
    .filter(({ path, seq, tool }) => {
      // An edit makes no file: where it missed its file, one that was changed afterwards is the one that it meant.
      const isMissed = tool !== "write" && acts.some((other) => other.seq > seq && other.changes.length > 0)
      // Deleted on purpose afterwards, or never there: only the second is a failed write.
      return !isMissed && !existing.has(path) && !net.some((change) => change.path === path)
    })
    .map(failedWrite)
}

function failedEdits({ acts, existing }: Looks): readonly FailedWrite[] {
  const newest = new Map(unrepaired(acts).map((act) => [act.path, act]))
  return [...newest.values()].filter(({ path }) => existing.has(path)).map(failedWrite)
}

const failedWrite = ({ path, output, seq }: Act & { path: string }): FailedWrite => ({ path, error: output, seq })

/** The writes that failed, with no later success. One under a wrong directory is repaired by the same file in another. */
function unrepaired(acts: readonly Act[]): (Act & { path: string })[] {
  return acts.flatMap((act) => {
    const { path, seq, status, tool } = act
    if (status !== "error" || path === null || !writers.has(tool)) return []
    const repaired = acts.some(
      (other) => other.seq > seq && other.changes.some((change) => nameOf(change.path) === nameOf(path)),
    )
    return repaired ? [] : [{ ...act, path }]
  })
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
