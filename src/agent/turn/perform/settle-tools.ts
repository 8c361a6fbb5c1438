import { errorText } from "../../../base/error-text.ts"
import { isWithin } from "../../../base/path-within.ts"
import type { EventData } from "../../../session/event.ts"
import { plainText } from "../../../session/plain-text.ts"
import type { OpenTool } from "../../../session/state.ts"
import { plannedCheck } from "../../../session/view/check-event.ts"
import { reportCommand, sandboxNote } from "../../../tools/bash.ts"
import { editOutcome } from "../../../tools/files/edit-outcome.ts"
import { settleIntents } from "../../../tools/files/file-intent.ts"
import { commandEnvironment } from "../../../tools/job/environment.ts"
import { clearJob, statusOf } from "../../../tools/job/list-jobs.ts"
import { placeJob } from "../../../tools/job/place.ts"
import type { Job } from "../../../tools/job/plan.ts"
import { type JobOutcome, runJob } from "../../../tools/job/run-job.ts"
import { leftProcesses } from "../../../tools/job/view-job.ts"
import { enclosing } from "../../../tools/sandbox/sandbox.ts"
import { checkVerdict } from "../../../workflow/checks/check-verdict.ts"
import { changedByCommand } from "../../facts/command-changes.ts"
import { removeCopy } from "../../facts/original-files.ts"
import { foreignOutcome, isForeignIntent } from "../../recovery/foreign-intent.ts"
import { eventAt } from "../../sessions/event-at.ts"
import { sandboxContext } from "../../tool-calls/sandbox-context.ts"
import { toolContext } from "../../tool-calls/tool-context.ts"
import { finished, type ToolOutcome } from "../../tool-calls/tool-outcome.ts"
import { DetachedError, orDetached } from "../detach.ts"
import { leaseGuard } from "../lease-guard.ts"
import { toolIntent } from "../tool-intent.ts"
import { happened, happenedNext, type Work } from "../work.ts"

/**
 * Brings calls from their intent to their outcome, the first time or after a crash: recovery is the same code. The
 * outcomes are in the log in the order of the calls.
 */
export async function settleTools(calls: readonly OpenTool[], work: Work): Promise<void> {
  const started = await Promise.all(calls.map((call) => toolIntent(work, call)))
  const outcomes = await Promise.all(
    calls.map(async (call, index) => {
      const intent = started[index]
      if (!intent) throw new TypeError("every call has its intent")
      const settling = orInterrupted(settle(call, intent, work), work)
      const outcome = await orDetached(settling, work.leave)
      // A tool that was asked to detach may have stopped early: it is run again.
      if (intent.readOnly && work.leave.aborted) throw new DetachedError()
      return finished(call, outcome, work)
    }),
  )
  const clear = async () => {
    for (const [index, call] of calls.entries()) {
      const job = started[index]?.job
      if (job && !isForeignIntent(call, work)) clearIfOver(placeJob(job, work.places.jobs))
      if (call.check) await removeCopy(work)
    }
  }
  // What acts once is not known to have happened until its outcome is in the log.
  const isFoundAgain = started.every(({ files, job, readOnly }) => files || job || readOnly)
  if (isFoundAgain) return happenedNext(work, outcomes, clear)
  await happened(work, outcomes)
  await clear()
}

/** Removes the files of a job, unless a process of it still runs: then a later driver does. */
export function clearIfOver(job: Job): void {
  if (!job.background && statusOf(job).status !== "running" && !leftProcesses(job)) clearJob(job)
}

async function settle(call: OpenTool, intent: EventData<"tool.started">, work: Work): Promise<ToolOutcome> {
  if (isForeignIntent(call, work)) return foreignOutcome(intent)
  if (intent.files) return settleFiles(intent.files, call, work)
  if (intent.job) return settleJob(placeJob(intent.job, work.places.jobs), call, work)
  return run(call, intent.readOnly, work)
}

async function settleFiles(
  files: NonNullable<EventData<"tool.started">["files"]>,
  call: OpenTool,
  work: Work,
): Promise<ToolOutcome> {
  const context = toolContext(work, call)
  const settled = await settleIntents(files, { guard: leaseGuard(work), root: context.workspace })
  const changed = settled.changed.map((change) =>
    isWithin(change.path, work.places.notes) ? { ...change, aside: true as const } : change,
  )
  return { ...(await editOutcome(files, settled, context)), changed }
}

async function settleJob(job: Job, call: OpenTool, work: Work): Promise<ToolOutcome> {
  const { emit } = toolContext(work, call)
  const { signal, leave } = work
  const env = commandEnvironment(work.env, work.environment)
  // The policy is made when the command starts, from what its intent says and what is there then.
  const outcome = await runJob(job, { env, enclose: enclosing(sandboxContext(work)), signal, leave, emit })
  if (outcome.status === "running" && !job.background) throw new DetachedError()
  const { lost, ...changes } = await changedByCommand(job, outcome, work)
  const { durationMs } = outcome
  const report = reportCommand(job, outcome)
  const verdict = call.check ? { verdict: checkVerdictOf(job, outcome, report.text, { call, work }) } : {}
  const unknown = lost ? `What it changed is not known: ${changes.uncovered}.` : ""
  const text = [report.text, sandboxNote(job, outcome), unknown].filter(Boolean).join("\n\n")
  return { ...report, text, durationMs, ...changes, ...verdict }
}

function checkVerdictOf(job: Job, outcome: JobOutcome, text: string, { call, work }: { call: OpenTool; work: Work }) {
  const check = call.check ? plannedCheck(work.state, call.check) : undefined
  return checkVerdict(outcome, plainText(text, job.cwd), { command: job.command, isTest: check?.kind === "test" })
}

/** What only looks is run again. Anything else runs once: whether it did before a crash is unknown. */
async function run(call: OpenTool, readOnly: boolean, work: Work): Promise<ToolOutcome> {
  const tool = work.tools.find(({ name }) => name === call.name)
  const began = call.startedAt ?? 0
  if (!readOnly && (work.ran.has(began) || began <= (work.state.log.owner?.seq ?? 0))) return unknown({ readOnly })
  if (tool?.kind !== "look" && tool?.kind !== "act") return unknown({ readOnly })
  if (work.signal.aborted) return tooLate
  work.ran.add(began)
  const { data } = await eventAt(work, call.calledAt, "tool.called")
  const parsed = tool.schema.safeParse(data.arguments)
  if (!parsed.success) return unknown({ readOnly })
  try {
    return await tool.run(parsed.data, toolContext(work, call))
  } catch (error) {
    const message = errorText(error)
    return { status: "error", text: `${call.name} failed: ${message}` }
  }
}

const unknown = ({ readOnly }: { readOnly: boolean }): ToolOutcome => ({
  status: "unknown",
  text: "It was interrupted by a crash, and its outcome is unknown: it was not run again. Check what it did before you continue.",
  ...(readOnly ? {} : { uncovered: "its outcome is unknown" }),
})

const tooLate: ToolOutcome = { status: "skipped", text: "It did not run: the turn was stopped first." }

/** Law: end. A tool that hangs does not keep its turn from stopping. */
const patienceMs = 8_000

async function orInterrupted(settling: Promise<ToolOutcome>, { signal }: Work): Promise<ToolOutcome> {
  const stopped = Promise.withResolvers<ToolOutcome>()
  let timer: NodeJS.Timeout | undefined
  const giveUp = () => {
    const interrupted = { status: "interrupted" as const, text: "The turn was stopped before it came to an end." }
    timer = setTimeout(() => stopped.resolve(interrupted), patienceMs)
  }
  signal.addEventListener("abort", giveUp)
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([settling, stopped.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", giveUp)
  }
}
