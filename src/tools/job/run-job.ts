import { endJob } from "./end-job.ts"
import { followJob } from "./follow-job.ts"
import { completeRefused, type Ending, readOutput, readRefused } from "./job-files.ts"
import type { Job } from "./plan.ts"
import { type Enclose, type Environment, startJob } from "./start-job.ts"
import { durationOf, type JobStatus, type JobView, viewJob } from "./view-job.ts"

export type JobOutcome = {
  /** `running` only for a background job, and for one that was left. */
  status: JobStatus
  exitCode: number | null
  output: string
  /** What else is to be known, for people and models. */
  note?: string
  /** What it made and may not, and was moved aside. */
  refused?: readonly string[]
  durationMs: number | null
}

/**
 * Brings a job to its outcome, whatever became of it before: starts the command if it provably never ran, follows it if
 * it runs, takes its result if it ended, and says `unknown` if that is lost. A background job is only seen off. When the
 * signal aborts, a foreground job is ended and a background job lives on; when `leave` does, both live on. The intent must
 * be in the log before.
 */
export async function runJob(
  job: Job,
  given: {
    env: Environment
    enclose?: Enclose
    signal: AbortSignal
    leave?: AbortSignal
    emit?: (text: string) => void
    graceMs?: number
  },
): Promise<JobOutcome> {
  const end = (ending: Ending) => endJob(job, { ...given, ending })
  let view = viewJob(job)
  let wake: Promise<unknown> | undefined
  if (view.state === "unclaimed" && given.signal.aborted) view = await end("interrupted")
  if (view.state === "unclaimed") {
    const started = await startJob(job, given)
    if (started.failure) return { ...nothing, status: "failed", note: `The command did not run: ${started.failure}` }
    wake = started.exited
    view = viewJob(job)
  }
  if (view.state === "running" && view.ending) view = await end(view.ending)
  if (view.state !== "over" && !job.background) {
    const signal = given.leave ? AbortSignal.any([given.signal, given.leave]) : given.signal
    const followed = await followJob(job, { ...given, signal, wake })
    const isLeft = followed.state === "running" && given.leave?.aborted && !given.signal.aborted
    if (isLeft) return outcomeOf(job, followed)
    view =
      followed.state === "over" ? followed : await end(followed.state === "overrun" ? followed.ending : "interrupted")
  }
  if (view.state === "over") completeRefused(job.place)
  return outcomeOf(job, view)
}

/** What is known of a job now. */
export function outcomeOf(job: Job, view: JobView = viewJob(job)): JobOutcome {
  const output = readOutput(job.place)
  const durationMs = durationOf(job)
  const paths = readRefused(job.place)
  const refused = paths.length > 0 ? { refused: paths } : {}
  if (view.state === "over") {
    const { status, exitCode, note } = view
    return { status, exitCode, output, ...refused, durationMs, ...(note ? { note } : {}) }
  }
  if (view.state === "running") return { status: "running", exitCode: null, output, ...refused, durationMs }
  return { ...nothing, status: "unknown", note: "It has not started yet." }
}

const nothing = { exitCode: null, output: "", durationMs: null } as const
