import { createHash } from "node:crypto"
import { join } from "node:path"
import type { z } from "zod"
import type { job } from "../../session/event/common.ts"
import { bootIdentity } from "./process.ts"

/** A command that outlives a crash, as its intent in the log describes it. */
export type Job = z.infer<typeof job>

/** What happens to a job that says too much or will not end. */
export const jobLimits = {
  /** A command that writes more is ended: nobody reads it, and it fills the disk. */
  outputBytes: 64 * 1024 * 1024,
  /** Between the polite signal and the other one. */
  graceMs: 2000,
} as const

/**
 * The intent of a command, to be in the log before `runJob`. The id must be new in the session: a job that was there
 * before is taken up, not run again. A time limit of 0 is none.
 */
export function planJob(wanted: {
  id: string
  command: string
  cwd: string
  jobs: string
  background?: boolean
  timeLimitMs?: number
}): Job {
  return {
    id: wanted.id,
    command: wanted.command,
    cwd: wanted.cwd,
    directory: join(wanted.jobs, directoryName(wanted.id)),
    ...(wanted.background ? { background: true } : {}),
    ...(wanted.timeLimitMs ? { timeLimitMs: wanted.timeLimitMs } : {}),
    boot: bootIdentity(),
  }
}

// An id may come from a model, and file systems differ in what they take for the same name.
function directoryName(id: string): string {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 32)
}
