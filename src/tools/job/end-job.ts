import { setTimeout as delay } from "node:timers/promises"
import { monotonicNow } from "../../host/clock.ts"
import { type Ending, readClaim, readGroup, withdraw, writeEnding } from "./job-files.ts"
import { isAlive, signalGroup } from "./job-process.ts"
import { type Job, jobLimits } from "./plan.ts"
import { ended, type JobView, viewJob } from "./view-job.ts"

/** How long a killed process may take to be gone before it is not waited for any more. */
const settleMs = 2000

type Over = JobView & { state: "over" }

/**
 * Ends a job: the polite signal to its whole group, after the grace the other one. Returns also if a process hangs in a
 * system call, where no signal reaches it. One that has not started never will; one that is over is left as it is.
 */
export async function endJob(job: Job, options: { graceMs?: number; ending?: Ending } = {}): Promise<Over> {
  const { graceMs = jobLimits.graceMs, ending = "killed" } = options
  const view = viewJob(job)
  if (view.state === "over") return view
  const never = view.state === "unclaimed" && withdraw(job.place)
  if (!never) writeEnding(job.place, ending)
  return (
    (await signalAndWait(job, "SIGTERM", graceMs)) ??
    (await signalAndWait(job, "SIGKILL", settleMs)) ?? {
      state: "over",
      exitCode: null,
      status: ended[ending].status,
      note: "A process of it does not end although it was killed: it hangs in a system call.",
    }
  )
}

async function signalAndWait(job: Job, signal: NodeJS.Signals, ms: number): Promise<Over | null> {
  const until = monotonicNow() + ms
  let sent = false
  for (;;) {
    const view = viewJob(job)
    if (view.state === "over") return view
    // The runner writes the group just after the start, so that it may not be there yet.
    if (!sent) sent = signalCommand(job, signal)
    if (monotonicNow() >= until) return null
    await delay(10)
  }
}

function signalCommand(job: Job, signal: NodeJS.Signals): boolean {
  const group = readGroup(job.place)
  if (!group) return false
  const claim = readClaim(job.place)
  const runner = typeof claim === "object" ? claim : null
  // While its runner lives or it lives itself, the number is not another group's.
  if (!(runner && isAlive(runner)) && !isAlive(group)) return false
  return signalGroup(group.pid, signal)
}
