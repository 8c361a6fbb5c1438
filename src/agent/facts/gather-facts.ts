import { shownPath } from "../../base/path-within.ts"
import type { TurnFacts } from "../../session/event/turn-facts.ts"
import { type Event, isKnown } from "../../session/event.ts"
import { inRanges } from "../../session/fold.ts"
import type { Done } from "../../session/state.ts"
import { type Act, actsIn, type NetChange, netChanges, type PathChange } from "../../session/view/acts.ts"
import { attemptsIn } from "../../session/view/attempts.ts"
import { isOfCheck } from "../../session/view/check-event.ts"
import { listJobs } from "../../tools/job/list-jobs.ts"
import { leftProcesses } from "../../tools/job/view-job.ts"
import { changesSince } from "../../tools/watch/workspace-snapshot.ts"
import { hollowCode } from "../../workflow/checks/hollow-code.ts"
import { type CheckPlan, planChecks } from "../../workflow/checks/plan-checks.ts"
import { originalProject, touchedChecks } from "../../workflow/checks/touched-checks.ts"
import { changedLines, openItems, taskSize } from "../../workflow/definition-of-done.ts"
import { readPlan } from "../../workflow/plan/plan.ts"
import { isCode } from "../../workflow/project/coverage.ts"
import type { ProjectFacts } from "../../workflow/project/project.ts"
import { type Facts, factsOf, type Looks, lastChange, reportsOf, runsOf } from "../../workflow/verdict/facts.ts"
import { recordOf } from "../../workflow/verdict/record.ts"
import { artifactTexts } from "../sessions/artifact.ts"
import type { Work } from "../turn/work.ts"
import { alteredFiles, existing } from "./altered-files.ts"
import { fileTexts } from "./file-texts.ts"
import { gatherProjectFacts } from "./project-facts.ts"

export type Gathered = {
  facts: Facts
  /** The events of the work since its task was defined, on the live branch. */
  events: readonly Event[]
  size: Done["size"]
}

/** Looks at the log, the disk and the results of commands: everything that the end of a turn is judged by. */
export async function gatherFacts(done: Done, work: Work): Promise<Gathered> {
  const { workspace } = work.state.log
  const events = await eventsSince(done.definedAt, work)
  const acts = actsIn(events, workspace)
  const attempts = attemptsIn(events)
  const background = await changedInBackground(acts, work)
  const net = netChanges([
    ...acts.flatMap(({ changes, seq }) => changes.map((change) => ({ ...change, seq }))),
    ...background,
  ])
  const project = await gatherProjectFacts({ workspace, touched: net.map(({ path }) => path), path: work.env.PATH })
  const plan = await checksOnOffer(net, project, work)
  const texts = await fileTexts(events, new Set(net.map(({ path }) => path)), work)
  const touched = touchedChecks(net, { texts, facts: project })
  const before = touched.length > 0 ? originalProject(project, touched, texts) : null
  const lines = texts.reduce((sum, { before, after }) => sum + changedLines(before ?? null, after ?? null), 0)
  return {
    events,
    size: taskSize(net.filter(({ kind }) => kind === undefined).length, lines),
    facts: factsOf({
      acts,
      net,
      plan,
      project,
      attempts,
      original: before ? (await checksOnOffer(net, before, work)).checks : [],
      touched,
      hollow: texts.flatMap((text) => {
        const code = hollowCode(text)
        return code === null ? [] : [{ path: text.path, code }]
      }),
      altered: await altered({ net, acts, attempts, plan, project }, background, work),
      running: runningJobs(events, work),
      open: openItems(done.items).map(({ text }) => text),
      existing: await existing(failedPaths(acts), workspace),
    }),
  }
}

/** What the log shows, for a turn that stops before it is judged. Null where the turn has no definition of done. */
export async function loggedFacts(work: Work): Promise<TurnFacts | null> {
  const { done } = work.state.branch
  if (done === null || done.turn !== work.state.log.turn?.id) return null
  const events = await eventsSince(done.definedAt, work)
  const acts = actsIn(events, work.state.log.workspace)
  const net = netChanges(acts.flatMap(({ changes, seq }) => changes.map((change) => ({ ...change, seq }))))
  const nothing = { original: [], touched: [], hollow: [], altered: [], running: [] }
  const project = { files: new Set<string>(), texts: new Map<string, string>(), available: new Set<string>() }
  const plan: CheckPlan = { checks: [], strongest: "exists", uncovered: [], weaker: [], reasons: [] }
  const open = openItems(done.items).map(({ text }) => text)
  const there = await existing(failedPaths(acts), work.state.log.workspace)
  return recordOf(
    factsOf({ ...nothing, acts, net, plan, project, attempts: attemptsIn(events), open, existing: there }),
  )
}

const failedPaths = (acts: readonly Act[]) =>
  acts.flatMap(({ status, path }) => (status === "error" && path !== null ? [path] : []))

async function eventsSince(seq: number, { store, lease, state }: Work): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of store.read(lease.session, { after: seq })) {
    if (isKnown(event) && inRanges(state.live, event.seq)) events.push(event)
  }
  return events
}

/** What can be checked of the changed files, as things are now. */
async function checksOnOffer(net: readonly NetChange[], facts: ProjectFacts, work: Work): Promise<CheckPlan> {
  const { verificationPlan } = await artifactTexts(work)
  const isEdited = work.state.branch.artifacts["verification-plan"]?.edited ?? false
  const commands = verificationPlan === null ? [] : readPlan({ plan: "", verificationPlan }).commands
  return planChecks({
    facts,
    touched: net.filter(({ kind }) => kind === undefined).map(({ path, after }) => ({ path, hash: after })),
    // What a person wrote into the plan is theirs.
    planned: net.length === 0 || isEdited ? [] : commands,
    named: net.length > 0 && isEdited ? commands : [],
  })
}

/** What background commands changed, which nothing recorded when they ended. */
async function changedInBackground(acts: readonly Act[], work: Work): Promise<(PathChange & { seq: number })[]> {
  const { workspace } = work.state.log
  const started = acts.find(({ background, snapshot }) => background && snapshot !== null)
  if (!started?.snapshot) return []
  const found = await changesSince(started.snapshot, { workspace, directory: work.places.snapshots, since: null })
  const known = new Set(acts.flatMap(({ changes }) => changes.map(({ path }) => path)))
  return (found.changed ?? []).flatMap(({ path, before, after }) => {
    const shown = shownPath(workspace, path)
    if (known.has(shown)) return []
    return [{ path: shown, before, after, modes: { before: null, after: null }, isDirectory: false, seq: started.seq }]
  })
}

/**
 * Files that were changed after the first check since the last change had started, by any process. A report that checks
 * rewrite each time is not what they check.
 */
async function altered(
  { net, acts, attempts, plan, project }: Pick<Looks, "net" | "acts" | "attempts" | "plan" | "project">,
  background: readonly PathChange[],
  work: Work,
): Promise<string[]> {
  const since = lastChange(acts)
  const own = attempts.flatMap(({ checks }) => checks)
  const runs = plan.checks.flatMap((check) => runsOf(check, { acts, project }).slice(-1))
  const started = [...own, ...runs].flatMap(({ startedAt }) => startedAt ?? []).filter((seq) => seq > since)
  if (started.length === 0) return []
  const reports = reportsOf(acts)
  for await (const event of work.store.read(work.lease.session, { after: Math.min(...started) - 1, limit: 1 })) {
    return alteredFiles(
      net.filter(({ path }) => isCode(path) || !reports.has(path)),
      { workspace: work.state.log.workspace, since: Date.parse(event.at), unseen: background.map(({ path }) => path) },
    )
  }
  return []
}

function runningJobs(events: readonly Event[], { places }: Work): string[] {
  const started = events.filter((event) => event.type === "tool.started" && !isOfCheck(event))
  const own = new Set(started.flatMap((event) => ("job" in event.data ? (event.data.job?.id ?? []) : [])))
  return listJobs(places.jobs)
    .filter(({ job, status }) => own.has(job.id) && (job.background ? status === "running" : leftProcesses(job)))
    .map(({ job }) => job.command)
}
