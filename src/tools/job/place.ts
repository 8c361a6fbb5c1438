import { createHash } from "node:crypto"
import { lstatSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { systemCode, unlessSync } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Job, JobIntent } from "./plan.ts"

/**
 * A job of a log, with its files where this machine keeps them. Law: privilege. A log may be foreign: the
 * directory that it names is for readers, and never used.
 */
export function placeJob({ directory: _, ...intent }: JobIntent, jobs: string): Job {
  return { ...intent, place: jobDirectory(jobs, intent.id) }
}

/** Where the files of a job are. An id may come from a model, and file systems differ in what they take for the same name. */
export function jobDirectory(jobs: string, id: string): string {
  const isName = /^[a-z0-9][a-z0-9-]{0,63}$/.test(id)
  return join(jobs, isName ? id : createHash("sha256").update(id).digest("hex").slice(0, 32))
}

/**
 * Makes the directory of a job, before its intent is in the log: from then on one that is missing was lost, and does not
 * prove that the command never ran. Gives the mark that tells it from a copy. It need not survive a power cut, after
 * which no job is started.
 */
export function makePlace(place: string): string {
  const mark = join(place, markName)
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 })
    writeFileSync(mark, "", { flag: "wx", mode: 0o600 })
    return markOf(mark) ?? ""
  } catch (error) {
    const what = `The directory of a command cannot be made at ${place} (${systemCode(error)})`
    const advice = "Free some space or fix its permissions, then resume: the command has not been started."
    throw new HoldfastError("storage-io", `${what}. ${advice}`, { cause: error })
  }
}

/** Whether the files of a job are those that were made for it; a copy does not know what is claimed in the other. */
export function placeState({ place, mark }: Job): "own" | "missing" | "copy" {
  const found = markOf(join(place, markName))
  if (found === null) return "missing"
  return found === mark ? "own" : "copy"
}

const markName = "mark"

// A copy is another file, and a hard link has a second name. The time of birth tells it from a later one of that number.
function markOf(mark: string): string | null {
  const stats = unlessSync(["ENOENT", "ENOTDIR"], () => lstatSync(mark, { bigint: true }))
  if (stats === undefined) return null
  return stats.nlink === 1n ? `${stats.dev} ${stats.ino} ${stats.birthtimeNs}` : "linked"
}
