import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { accessSync, constants, renameSync, writeFileSync } from "node:fs"
import { Socket } from "node:net"
import { delimiter, isAbsolute, join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { systemCode } from "../../base/system-error.ts"
import { monotonicNow } from "../../host/clock.ts"
import { HoldfastError } from "../../session/error.ts"
import { readClaim, withdraw } from "./job-files.ts"
import type { Job } from "./plan.ts"
import { type Enclosure, runnerScript } from "./runner.ts"

/** Makes a job ready to be confined, as its intent says; or says why that cannot be. */
export type Enclose = (job: Job) => Promise<(Enclosure & { env: Environment }) | { problem: string }>

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Starts a runner, which runs the command unless another one has claimed it. Returns once the job is claimed, so that
 * after a crash at any point, calling it again is all that recovery does. `exited` settles when this runner is gone;
 * with a `failure`, or when the signal aborted in time, the command did not run and never will.
 */
export async function startJob(
  job: Job,
  { env, signal, enclose }: { env: Environment; signal: AbortSignal; enclose?: Enclose | undefined },
): Promise<{ exited: Promise<void>; failure?: string }> {
  const shell = findShell(env.PATH)
  const enclosure = job.sandbox ? await (enclose ?? noSandbox)(job) : { ...unconfined, env }
  if ("problem" in enclosure) {
    const never = withdraw(job.place)
    return { exited: Promise.resolve(), ...(never ? { failure: enclosure.problem } : {}) }
  }
  prepare(job, shell, enclosure)
  const runner = spawn(shell, ["run"], {
    argv0: "sh", // it reads no start-up files then
    cwd: job.place,
    env: enclosure.env,
    detached: true,
    // Nothing is written to it, and it ends with the agent: see `pause` of the runner.
    stdio: ["pipe", "ignore", "ignore"],
  })
  runner.unref()
  if (runner.stdin instanceof Socket) runner.stdin.unref()
  let problem: string | undefined
  const exited = new Promise<void>((settle) => {
    runner.once("error", (error) => {
      problem = error.message
      settle()
    })
    runner.once("exit", () => {
      problem ??= "its runner ended before it started. Is there space on the disk?"
      settle()
    })
  })
  while (!problem && !signal.aborted && !isClaimed(job)) await Promise.race([exited, delay(1)])
  // Without a claim the command has not started. A runner of an earlier start may still come: it must not run it.
  const never = !isClaimed(job) && withdraw(job.place)
  return never && problem ? { exited, failure: problem } : { exited }
}

const unconfined: Enclosure = { prefix: [], absent: [] }

const noSandbox: Enclose = async () => ({ problem: "it must run in a sandbox, but there is none here." })

function isClaimed(job: Job): boolean {
  const claim = readClaim(job.place)
  return claim !== null && claim !== "unfinished"
}

function prepare(job: Job, shell: string, enclosure: Enclosure): void {
  try {
    replace(job.place, "job.json", JSON.stringify(job))
    replace(job.place, "start", `${monotonicNow()}\n`)
    replace(job.place, "run", runnerScript(job, shell, enclosure))
  } catch (error) {
    const what = `The files of job ${job.id} cannot be written to ${job.place}`
    const advice = "Free some space or fix its permissions, then resume: the command has not been started."
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
