import type { z } from "zod"
import type { JobSandbox, job } from "../../session/event/common.ts"
import { bootIdentity } from "./job-process.ts"
import { jobDirectory, makePlace } from "./place.ts"

/** A command that outlives a crash, as its intent in the log describes it. */
export type JobIntent = z.infer<typeof job>

/** A job with the place of its files on this machine: see `placeJob`. */
export type Job = Omit<JobIntent, "directory"> & { place: string }

/** What happens to a job that says too much or will not end. */
export const jobLimits = {
  /** A command that writes more is ended: no one reads it, and it fills the disk. */
  outputBytes: 64 * 1024 * 1024,
  /** Between the polite signal and the other one. */
  graceMs: 2000,
} as const

/**
 * The intent of a command, to be in the log before `runJob`; its directory is made. The id must be new in the session.
 * A time limit of 0 is none.
 */
export function planJob(wanted: {
  id: string
  command: string
  cwd: string
  jobs: string
  background?: boolean
  timeLimitMs?: number
  sandbox?: JobSandbox | undefined
}): JobIntent {
  const directory = jobDirectory(wanted.jobs, wanted.id)
  return {
    id: wanted.id,
    command: wanted.command,
    cwd: wanted.cwd,
    directory,
    mark: makePlace(directory),
    ...(wanted.background ? { background: true } : {}),
    ...(wanted.timeLimitMs ? { timeLimitMs: wanted.timeLimitMs } : {}),
    boot: bootIdentity(),
    ...(wanted.sandbox ? { sandbox: wanted.sandbox } : {}),
  }
}
