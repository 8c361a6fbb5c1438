import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { unlessSync } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"
import { job as jobSchema } from "../../session/event/common.ts"
import { timeOf } from "./job-files.ts"
import type { Job } from "./plan.ts"
import { type JobStatus, viewJob } from "./view-job.ts"

export type ListedJob = { job: Job; status: JobStatus; exitCode: number | null; startedAt: number | null }

/** The jobs of a session whose files are still there, newest first. */
export function listJobs(jobs: string): ListedJob[] {
  return directoriesIn(jobs)
    .flatMap((name) => readJob(join(jobs, name)) ?? [])
    .map((job) => ({ job, ...statusOf(job), startedAt: timeOf(job.place, "claim") }))
    .sort((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0))
}

/** The status of a job, in a word. */
export function statusOf(job: Job): { status: JobStatus; exitCode: number | null } {
  const view = viewJob(job)
  if (view.state === "over") return { status: view.status, exitCode: view.exitCode }
  return { status: view.state === "running" ? "running" : "unknown", exitCode: null }
}

/** Removes the files of a job, once its outcome is in the log. One that runs is refused. */
export function clearJob(job: Job): void {
  if (viewJob(job).state === "running") {
    throw new HoldfastError("illegal", `Job ${job.id} still runs, so its files stay. End it first, then clear it.`)
  }
  rmSync(job.place, { recursive: true, force: true })
}

/**
 * Removes what crashes have left: the files of foreground jobs that are over and whose outcome is in the log. Those of
 * `open` jobs stay, as their outcome is still to be taken from them.
 */
export function clearLeftJobs(jobs: string, open: readonly Job[]): void {
  const kept = new Set(open.map(({ place }) => place))
  for (const name of directoriesIn(jobs)) {
    const place = join(jobs, name)
    const job = readJob(place)
    // One that never began has nothing but its mark, and perhaps a claim.
    const isOver = job === null || (!job.background && viewJob(job).state !== "running")
    if (isOver && !kept.has(place)) rmSync(place, { recursive: true, force: true })
  }
}

const written = jobSchema.omit({ directory: true })

// A power cut can leave the file empty. The log has the job, so that nothing is lost with it.
function readJob(place: string): Job | null {
  const text = unlessSync(missing, () => readFileSync(join(place, "job.json"), "utf8"))
  return text ? { ...written.parse(JSON.parse(text)), place } : null
}

function directoriesIn(jobs: string): string[] {
  return unlessSync(missing, () => readdirSync(jobs)) ?? []
}

const missing = ["ENOENT", "ENOTDIR"]
