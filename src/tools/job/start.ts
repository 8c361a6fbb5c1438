import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { accessSync, constants, renameSync, writeFileSync } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { monotonicNow } from "../../host/clock.ts"
import { HoldfastError } from "../../session/error.ts"
import { systemCode } from "../failure.ts"
import { readClaim, withdraw } from "./files.ts"
import type { Job } from "./plan.ts"
import { runnerScript } from "./runner.ts"

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Starts a runner, which runs the command unless another one has claimed it. Returns once the job is claimed, so that
 * after a crash at any point, calling it again is all that recovery does. `exited` settles when this runner is gone;
 * with a `failure`, or when the signal aborted in time, the command did not run and never will.
 */
export async function startJob(
  job: Job,
  { env, signal }: { env: Environment; signal: AbortSignal },
): Promise<{ exited: Promise<void>; failure?: string }> {
  const shell = findShell(env.PATH)
  prepare(job, shell)
  const runner = spawn(shell, ["run"], {
    argv0: "sh", // it reads no start-up files then
    cwd: job.place,
    env,
    detached: true,
    stdio: "ignore",
  })
  runner.unref()
  let problem: string | undefined
  const exited = new Promise<void>((settle) => {
    runner.once("error", (error) => {
      problem = error.message
      settle()
    })
    runner.once("exit", () => {
      problem ??= "what runs it ended before it began. Is there space on the disk?"
      settle()
    })
  })
  while (!problem && !signal.aborted && !isClaimed(job)) await Promise.race([exited, delay(1)])
  // Without a claim the command has not begun. A runner of an earlier start may still come: it shall not.
  const never = !isClaimed(job) && withdraw(job.place)
  return never && problem ? { exited, failure: problem } : { exited }
}

function isClaimed(job: Job): boolean {
  const claim = readClaim(job.place)
  return claim !== null && claim !== "unfinished"
}

function prepare(job: Job, shell: string): void {
  try {
    replace(job.place, "job.json", JSON.stringify(job))
    replace(job.place, "start", `${monotonicNow()}\n`)
    replace(job.place, "run", runnerScript(job, shell))
  } catch (error) {
    const what = `The files of job ${job.id} cannot be written to ${job.place}`
    const advice = "Free some space or mend its permissions, then resume: the command has not been started."
    throw new HoldfastError("storage-io", `${what} (${systemCode(error)}). ${advice}`, { cause: error })
  }
}

// A runner of an earlier start may be reading the old file, which stays whole.
function replace(directory: string, name: string, text: string): void {
  const temp = join(directory, `${name}.${randomUUID()}`)
  writeFileSync(temp, text, { mode: 0o600 })
  renameSync(temp, join(directory, name))
}

/** The shell that commands run in: bash where there is one. */
export function findShell(path = ""): string {
  const places = [...path.split(delimiter), "/bin", "/usr/bin"].filter(isAbsolute)
  return places.map((place) => join(place, "bash")).find(isExecutable) ?? "/bin/sh"
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // the question was whether, and this is the answer
  }
}
