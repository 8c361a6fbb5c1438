import type { Evidence } from "../../session/event/common.ts"
import { hasPhrase } from "../words.ts"
import { claimsIn, filesOf } from "./claims.ts"
import { acts, looksOnly } from "./command.ts"
import { type Demands, demandsOf } from "./demands.ts"
import { contradicted, missing, supporting } from "./evidence.ts"
import { type Case, falseClaims, type Judged, judgeClaims, tellsOfDeed } from "./follow-through-claims.ts"
import { type Gap, missingGap } from "./gap.ts"
import type { CompletionInput, WorkAction } from "./input.ts"
import { continuationMessage } from "./message.ts"
import { tellingRun } from "./run.ts"
import { otherContents } from "./stated-content.ts"
import { tamperings } from "./tampering.ts"
import { samePath } from "./test-file.ts"
import { admits, asked, deflects, isEmptyish, promised, saysNeedless, verbsOfChange } from "./words.ts"
import { changeOf, isDirectoryMade, type Run, type Work, workOf } from "./work.ts"

export type FollowThrough = {
  complete: boolean
  accomplished: Evidence[]
  missing: Evidence[]
  next: string[]
  /** What the model is told, where it is not complete. */
  continuation: string
  gaps: Gap[]
}

/** What the answer, held against the log, leaves to be done or to be shown. */
export function followThrough(input: CompletionInput): FollowThrough {
  const work = workOf(input)
  const checkable = work.changed && (input.plan?.checks.length ?? 0) > 0
  const held = { input, work, checkable }
  const demands = demandsOf(input.task)
  const isWork = input.taskKind === "work"
  const found: Judged[] = [
    ...(isWork ? judge(held, demands) : falseClaims(held)),
    ...tamperings(input.task, work.net, input.texts, input.facts),
  ]
  // Where something else is missing, that says more.
  const judged = isWork && !found.some((each) => "next" in each) ? [...found, ...elsewhere(demands, held)] : found
  const gaps = judged.flatMap((each) => ("next" in each ? [each] : []))
  return {
    complete: gaps.length === 0,
    accomplished: [...judged.flatMap((each) => ("next" in each ? [] : [each])), ...deeds(work)],
    missing: gaps.map(({ evidence }) => evidence),
    next: [...new Set(gaps.map(({ next }) => next))],
    continuation: gaps.length === 0 ? "" : continuationMessage(input.task, gaps),
    gaps,
  }
}

function judge(held: Case, demands: Demands): Judged[] {
  const { input, work } = held
  const claims = judgeClaims(held)
  const undone = noWork(input, work, demands)
  if (undone.length > 0) return [...undone, ...claims]
  return [
    ...askedFiles(demands, work),
    ...(demands.change && work.net.length > 0 ? otherContents(input) : []),
    ...claims,
    ...falselyDone(input, work),
    ...notInstalled(demands, work),
    ...notSeenRunning(demands, held),
    ...leftOver(demands, held),
    ...input.dropped.map(droppedItem),
  ]
}

/** A task that asks for a deed, and no deed in the log. */
function noWork(input: CompletionInput, work: Work, demands: Demands): Gap[] {
  if (isShown(input, work, demands)) return []
  const { task, answer, actions } = input
  const refused = actions.findLast(({ status }) => status === "denied" || status === "error")
  const found = {
    category: "action",
    source: "actions",
    summary: "evidence showing the requested work was actually carried out: no change or command is recorded",
    subject: task,
    detail: refused && `\`${refused.tool}\` ended ${refused.status}`,
    seq: refused?.seq,
  } as const
  const claimed = isEmptyish(answer) || claimsIn(answer).length > 0
  const honest = admits(answer) || saysNeedless(answer) || asked(answer) !== null
  const unsure = honest || demands.doubt
  // Somebody said no to it: the model is not pressed to do it after all.
  const denied = refused?.status === "denied" && (admits(answer) || !claimed)
  const firmness = denied ? "none" : unsure ? "soft" : "firm"
  const evidence = claimed ? contradicted(found) : missing(found)
  return [{ evidence, next: nextDeed(answer), firmness, settledByChecks: false }]
}

function isShown({ task, answer, actions }: CompletionInput, work: Work, demands: Demands): boolean {
  const ran = work.deeds.flatMap(({ command, exitCode }) => (command !== null && exitCode === 0 ? [command] : []))
  if (demands.prose) return !isEmptyish(answer)
  // "Run the tests and fix what fails": where they pass there is nothing to fix.
  if (demands.run && demands.mend && saysNeedless(answer) && tellingRun(task, work)?.passed) return true
  // "Push the branch" leaves no file changed; to mend a function by looking at a version does not.
  if (demands.change) return work.changed || (ran.some(acts) && (demands.outward || ran.some((c) => isNamed(c, task))))
  // A run that failed is what was asked for, too, and one that goes on in the background.
  const wasRun = ({ command, exitCode, status }: WorkAction) =>
    command !== null && (exitCode !== null || status === "ok")
  if (demands.run) return work.changed || actions.some(wasRun)
  if (demands.doubt) return work.changed || work.deeds.length > 0 || !tellsOfDeed(answer)
  return work.deeds.some(({ command }) => command === null || !looksOnly(command)) || !isEmptyish(answer)
}

function nextDeed(answer: string): string {
  if (asked(answer) !== null) return "Do not ask in text: use the `ask` tool, or choose yourself and do it"
  if (deflects(answer)) return "Do it yourself with your tools: the person does not run things for you"
  return "Do the work with your tools"
}

/** "Create hello.txt": it has to be there. */
function askedFiles({ files }: Demands, work: Work): Gap[] {
  return files
    .filter(({ path, deed }) => !isDone(work, path, deed))
    .map(({ path, deed }) => {
      const [did, next] = deed === "deleted" ? ["deleted", "Delete"] : ["written", "Write"]
      const summary = `\`${path}\` was not ${did}`
      const firmness = work.uncovered.length > 0 ? "soft" : "firm"
      return missingGap({
        category: "action",
        source: "changes",
        summary,
        subject: path,
        next: `${next} \`${path}\``,
        firmness,
      })
    })
}

/** "Fix the bug in add.js": it has to be changed, and what else the task names has to be looked at. */
function elsewhere({ places, outward, mend }: Demands, { input, work }: Case): Gap[] {
  if (outward || work.net.length === 0 || work.uncovered.length > 0) return []
  const isChanged = (place: string) => work.net.some(({ path }) => isWithin(path, place))
  const isSeen = (place: string) =>
    input.actions.some(
      ({ paths, command }) => paths.some((path) => isWithin(path, place)) || command?.includes(place) === true,
    )
  const found = places.some(isChanged)
  // What is wrong may be in one of them, and the answer may say that the others are right.
  if (found && (mend || saysNeedless(input.answer))) return []
  const left = found ? places.filter((place) => !isChanged(place) && !isSeen(place)) : places.slice(0, 1)
  return left.map((place) => {
    const summary = `\`${place}\`, which the task names, was not changed`
    const next = `Change \`${place}\`, or say why it needs no change`
    return missingGap({ category: "action", source: "changes", summary, subject: place, next, firmness: "soft" })
  })
}

function isWithin(path: string, place: string): boolean {
  const directory = place.replace(/^(?:\.\/)+|(?<!\/)\/+$/g, "")
  return samePath(path, place) || `/${path}`.includes(`/${directory}/`)
}

/** An item of the list that says what it writes, is marked completed, and did not write it. */
function falselyDone({ done }: CompletionInput, work: Work): Gap[] {
  const completed = done?.items.filter(({ state }) => state === "completed") ?? []
  return completed.flatMap(({ text }) =>
    filesOf(text, verbsOfChange.imperative, () => true)
      .filter(({ path, deed }) => !isDone(work, path, deed))
      .map(({ path }): Gap => {
        const summary = `the item "${text}" is marked completed, but no change of \`${path}\` is recorded`
        const evidence = contradicted({ category: "tracked_work", source: "items", summary, subject: path })
        return { evidence, next: `Do it: ${text}`, firmness: "firm", settledByChecks: false }
      }),
  )
}

function isDone(work: Work, path: string, deed: string): boolean {
  const change = changeOf(work, path)
  if (change === undefined) return deed !== "deleted" && isDirectoryMade(work, path)
  return (deed === "deleted") === (change.after === null)
}

function notInstalled({ install }: Demands, work: Work): Gap[] {
  const installs = ({ command, passed }: Run) => passed && /\b(?:install|add|ci|sync|get)\b/.test(command)
  if (!install || work.runs.some(installs)) return []
  const summary = "a successful installation command"
  return [missingGap({ category: "install", source: "commands", summary, next: "Run the installation" })]
}

/** "… and make sure it runs": a run after the last change that could have failed. */
function notSeenRunning({ run, change }: Demands, { input, work, checkable }: Case): Gap[] {
  if (!run) return []
  // "Run the tests": that they were run is what was asked for, however they ended; what is said of it is a claim.
  const isAsked = ({ command, proof }: Run) => proof !== null || !looksOnly(command) || isNamed(command, input.task)
  if (!work.changed && !change && work.runs.some(isAsked)) return []
  const last = tellingRun(input.task, work)
  if (last?.passed) return []
  const summary = last
    ? `a passing verification result from \`${last.command}\``
    : "a run that shows that it works, after the last change"
  const found = { category: "verification", source: "commands", subject: last?.command, seq: last?.seq } as const
  return [missingGap({ ...found, summary, next: "Run it and read the result", settledByChecks: checkable })]
}

/** "Run git log" is done by `git log --oneline`. */
function isNamed(command: string, task: string): boolean {
  return hasPhrase(task, [command, command.split(/\s+/).slice(0, 2).join(" ")])
}

/** What the words of the answer leave to somebody: a promise, a thing for the person to do, an admission. */
function leftOver(demands: Demands, { input, work, checkable }: Case): Gap[] {
  const { answer } = input
  const said = { category: "response", source: "answer" } as const
  const promise = promised(answer)
  if (promise !== null && (demands.change || demands.run)) {
    const summary = `what the answer only promises: "${promise.slice(0, 120)}"`
    return [missingGap({ ...said, summary, next: "Do it now, with your tools" })]
  }
  if (admits(answer)) {
    const summary = "the rest of the work: the answer says that it could not be done"
    return [missingGap({ ...said, summary, next: "Try another way", firmness: "soft" })]
  }
  const shown = work.runs.some(({ passed, proof, seq }) => passed && proof !== null && seq >= work.lastChange)
  if (!work.changed || checkable || shown || !deflects(answer)) return []
  const summary = "a run by the agent: the answer leaves it to the person"
  return [missingGap({ ...said, summary, next: "Run it yourself and read the result", firmness: "soft" })]
}

function droppedItem(text: string): Gap {
  const summary = `the item "${text}" was taken off the list, not done`
  return missingGap({
    category: "tracked_work",
    source: "items",
    summary,
    next: `Do it, or say why not: ${text}`,
    firmness: "soft",
  })
}

function deeds(work: Work): Evidence[] {
  return work.net.slice(0, 3).map(({ path, after, seq }) => {
    const summary = `\`${path}\` was ${after === null ? "deleted" : "changed"}`
    return supporting({ category: "action", source: "changes", summary, subject: path, seq })
  })
}
