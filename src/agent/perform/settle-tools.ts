import { keyVariables } from "../../models/providers.ts"
import type { Event } from "../../session/event.ts"
import type { OpenTool } from "../../session/state.ts"
import { reportCommand } from "../../tools/bash.ts"
import { editOutcome } from "../../tools/edit-outcome.ts"
import { settleIntents } from "../../tools/file-intent.ts"
import { commandEnvironment } from "../../tools/job/environment.ts"
import { clearJob, statusOf } from "../../tools/job/list.ts"
import { placeJob } from "../../tools/job/place.ts"
import type { Job } from "../../tools/job/plan.ts"
import { runJob } from "../../tools/job/run.ts"
import { leftProcesses } from "../../tools/job/view.ts"
import { isWithin } from "../../tools/workspace.ts"
import { begunElsewhere, isBegunElsewhere } from "../begun-elsewhere.ts"
import { changedByCommand } from "../command-changes.ts"
import { leaseGuard } from "../lease-guard.ts"
import { Left, orLeft } from "../leave.ts"
import { eventAt } from "../log.ts"
import { toolContext } from "../tool-context.ts"
import { finished, type ToolOutcome } from "../tool-outcome.ts"
import { happened, type Work } from "../work.ts"

/**
 * Brings calls from their intent to their outcome, the first time or after a crash: recovery is the same code. The
 * outcomes are in the log in the order of the calls.
 */
export async function settleTools(calls: readonly OpenTool[], work: Work): Promise<void> {
  const started = await Promise.all(calls.map((call) => eventAt(work, call.startedAt ?? 0, "tool.started")))
  const outcomes = await Promise.all(
    calls.map(async (call, index) => {
      const event = started[index]
      if (!event) throw new TypeError("every call has its intent")
      const settling = orInterrupted(settle(call, event.data, work), work)
      const outcome = await orLeft(settling, work.leave)
      // What it was told to leave, it may have cut short: it is run again.
      if (event.data.readOnly && work.leave.aborted) throw new Left()
      return finished(call, outcome, work)
    }),
  )
  await happened(work, outcomes)
  for (const [index, call] of calls.entries()) {
    const job = started[index]?.data.job
    if (job && !isBegunElsewhere(call, work)) clearIfOver(placeJob(job, work.places.jobs))
  }
}

/** Removes the files of a job, unless a process of it still runs: then a later driver does. */
export function clearIfOver(job: Job): void {
  if (!job.background && statusOf(job).status !== "running" && !leftProcesses(job)) clearJob(job)
}

async function settle(call: OpenTool, intent: Event<"tool.started">["data"], work: Work): Promise<ToolOutcome> {
  if (isBegunElsewhere(call, work)) return begunElsewhere(intent)
  if (intent.files) return settleFiles(intent.files, call, work)
  if (intent.job) return settleJob(placeJob(intent.job, work.places.jobs), call, work)
  return run(call, intent.readOnly, work)
}

async function settleFiles(
  files: NonNullable<Event<"tool.started">["data"]["files"]>,
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
  const outcome = await runJob(job, { env: commandEnvironment(work.env, keyVariables), signal, leave, emit })
  if (outcome.status === "running" && !job.background) throw new Left()
  const { lost, ...changes } = await changedByCommand(job, outcome, work)
  const { durationMs } = outcome
  const report = reportCommand(job, outcome)
  const text = lost ? `${report.text}\n\nWhat it changed is not known: ${changes.uncovered}.` : report.text
  return { ...report, text, durationMs, ...changes }
}

/** What only looks is run again. Anything else runs once: whether it did before a crash, nobody knows. */
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
    const message = error instanceof Error ? error.message : String(error)
    return { status: "error", text: `${call.name} failed: ${message}` }
  }
}

const unknown = ({ readOnly }: { readOnly: boolean }): ToolOutcome => ({
  status: "unknown",
  text: "It was interrupted by a crash, and its outcome is unknown: it was not run again. Check what it did before you go on.",
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
