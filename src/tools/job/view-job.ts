import { isGroupAlive } from "../../host/process.ts"
import { type Ending, readClaim, readEnding, readExit, readGroup, readRunners, timeOf } from "./job-files.ts"
import { bootIdentity, isAlive } from "./job-process.ts"
import { placeState } from "./place.ts"
import type { Job } from "./plan.ts"

export type JobStatus = "running" | "completed" | "failed" | "timed-out" | "interrupted" | "killed" | "unknown"

/** The status of a job. `unclaimed` is one that provably never ran. */
export type JobView =
  | { state: "unclaimed" }
  | { state: "running"; ending: Ending | null }
  | { state: "over"; status: Exclude<JobStatus, "running">; exitCode: number | null; note?: string }

/** Looks at the files and processes of a job; writes nothing. */
export function viewJob(job: Job): JobView {
  const over = viewExit(job)
  if (over) return over
  const place = placeState(job)
  if (place !== "own") return { state: "over", status: "unknown", exitCode: null, note: notes[place] }
  const claim = readClaim(job.place)
  const sameBoot = job.boot === bootIdentity()
  if (claim === null) return sameBoot ? { state: "unclaimed" } : gone(job, notes.restarted)
  if (claim === "withdrawn") return { state: "over", status: "interrupted", exitCode: null, note: notes.withdrawn }
  if (!sameBoot) return gone(job, notes.restarted)
  const runners = claim === "unfinished" ? readRunners(job.place) : [claim]
  if (runners.some(isAlive)) return { state: "running", ending: readEnding(job.place) }
  const group = readGroup(job.place)
  if (group && isAlive(group)) return { state: "running", ending: readEnding(job.place) }
  // It may have ended between the first look and the last.
  return viewExit(job) ?? gone(job, claim === "unfinished" ? notes.neverRan : notes.gone)
}

/** The cheap half of a look: whether the job has left its exit code. */
export function viewExit({ place }: Job): (JobView & { state: "over" }) | null {
  const exitCode = readExit(place)
  if (exitCode === null) return null
  const ending = readEnding(place)
  if (ending) return { state: "over", exitCode, ...ended[ending] }
  return { state: "over", exitCode, status: exitCode === 0 ? "completed" : "failed" }
}

/** Whether a command that has ended left processes behind, which still run. */
export function leftProcesses({ place, boot }: Job): boolean {
  const group = readGroup(place)
  return group !== null && boot === bootIdentity() && isGroupAlive(group.pid)
}

/** How long it ran, where its files tell. */
export function durationOf({ place }: Job): number | null {
  const [from, to] = [timeOf(place, "claim"), timeOf(place, "exit")]
  return from === null || to === null ? null : Math.max(0, Math.round(to - from))
}

/** What a job that is being ended will have been. */
export const ended = {
  "timed-out": { status: "timed-out" },
  "output-limit": { status: "killed", note: "It was ended because its output grew over 64 MiB." },
  interrupted: { status: "interrupted" },
  killed: { status: "killed" },
} as const satisfies Record<Ending, { status: JobStatus; note?: string }>

const notes = {
  missing: "Its files are gone from the data directory: whether the command ran, or how far it got, is unknown.",
  copy: "The data directory was copied since: its outcome is known on the machine where it was started.",
  restarted: "The machine, or the container, was restarted since: how far the command got is unknown.",
  withdrawn: "It was cancelled before it started: the command did not run.",
  neverRan: "Its runner was killed before the command started: it did not run.",
  gone: "Its runner was killed, and its exit code is lost: how far the command got is unknown.",
} as const

function gone(job: Job, note: string): JobView {
  const ending = readEnding(job.place)
  return { state: "over", exitCode: null, ...(ending ? ended[ending] : { status: "unknown", note }) }
}
