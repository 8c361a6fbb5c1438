import { closeSync, openSync, readSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { unlessSync } from "../../base/system-error.ts"
import { monotonicNow } from "../../host/clock.ts"
import { readStart } from "./job-files.ts"
import { type Job, jobLimits } from "./plan.ts"
import { type JobView, viewExit, viewJob } from "./view-job.ts"

/** How a running job is watched. */
const pace = {
  firstMs: 4,
  mostMs: 100,
  growth: 1.3,
  /** Between looks at its processes, which cost more than one at its files. */
  processesMs: 1000,
  chunkBytes: 64 * 1024,
  /** More is not shown live: the outcome has all of it. */
  liveBytes: 1024 * 1024,
  /** What the runner gets to end the job itself, before the follower does. */
  slackMs: 3000,
} as const

export type Following = {
  /** Gets the output from its beginning, as it comes. */
  emit?: (text: string) => void
  /** Ends the following, never the job. */
  signal?: AbortSignal
  /** Settles when there is reason to look at once. */
  wake?: Promise<unknown> | undefined
}

/** Follows a claimed job until it is over, exceeds its limits, or the signal detaches from it. */
export async function followJob(job: Job, { emit, signal, wake }: Following): Promise<JobView | Overrun> {
  const output = tail(join(job.place, "output"), emit)
  const latest = latestEnd(job)
  let interval: number = pace.firstMs
  let nextLook = 0
  let woken = wake?.then(() => {
    woken = undefined
    nextLook = 0
  })
  try {
    for (;;) {
      const now = monotonicNow()
      const thorough = now >= nextLook
      if (thorough) nextLook = now + pace.processesMs
      // The output is read after the look: what is over has said everything.
      const view = thorough ? viewJob(job) : viewExit(job)
      const grown = output.read()
      if (view && view.state !== "running") {
        output.finish()
        return view
      }
      if (output.bytes() > jobLimits.outputBytes) return { state: "overrun", ending: "output-limit" }
      if (now > latest) return { state: "overrun", ending: "timed-out" }
      if (signal?.aborted) return { state: "running", ending: null }
      interval = grown ? pace.firstMs : Math.min(interval * pace.growth, pace.mostMs)
      const slept = delay(interval, undefined, { signal }).catch(() => undefined) // an abort only ends the pause
      await (woken ? Promise.race([slept, woken]) : slept)
    }
  } finally {
    output.close()
  }
}

/** The job is beyond a limit and its runner has not ended it. */
export type Overrun = { state: "overrun"; ending: "output-limit" | "timed-out" }

/**
 * When its runner must have ended the job, by the monotonic clock. A restart of the agent does not extend it; a restart
 * of the machine ends the job itself. Where no start is recorded, the time limit starts over.
 */
function latestEnd({ place, timeLimitMs }: Job): number {
  if (!timeLimitMs) return Number.POSITIVE_INFINITY
  const now = monotonicNow()
  return Math.min(readStart(place) ?? now, now) + timeLimitMs + jobLimits.graceMs + pace.slackMs
}

function tail(path: string, emit: ((text: string) => void) | undefined) {
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(pace.chunkBytes)
  let file: number | null = null
  let bytes = 0
  const show = (text: string) => {
    if (text) emit?.(text)
  }
  return {
    bytes: () => bytes,
    /** Shows what is new; true if there was something. */
    read(): boolean {
      file ??= unlessSync(["ENOENT"], () => openSync(path, "r")) ?? null
      if (file === null) return false
      const before = bytes
      let text = ""
      for (let count = readSync(file, buffer, 0, buffer.length, bytes); count > 0; ) {
        if (bytes < pace.liveBytes) text += decoder.decode(buffer.subarray(0, count), { stream: true })
        if (bytes < pace.liveBytes && bytes + count >= pace.liveBytes) text += "\n… more than is shown live …\n"
        bytes += count
        if (bytes > jobLimits.outputBytes) break
        count = readSync(file, buffer, 0, buffer.length, bytes)
      }
      show(text)
      return bytes > before
    },
    finish() {
      if (bytes < pace.liveBytes) show(decoder.decode())
    },
    close() {
      if (file !== null) closeSync(file)
    },
  }
}
