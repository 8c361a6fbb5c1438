import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { monotonicNow } from "../../host/clock.ts"
import { endJob } from "./end-job.ts"
import { commandEnvironment } from "./environment.ts"
import { readOutput } from "./job-files.ts"
import { placeJob } from "./place.ts"
import { type Job, planJob } from "./plan.ts"
import { runJob } from "./run-job.ts"
import { startJob } from "./start-job.ts"

const hourMs = 3_600_000

let root: string
let cwd: string
let job: Job | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-"))
  cwd = join(root, "workspace")
  mkdirSync(cwd)
  // Only the system clock is the test's, and it stands still until it is set. Timers are real.
  vi.useFakeTimers({ toFake: ["Date"] })
})

afterEach(async () => {
  vi.useRealTimers()
  if (job) await endJob(job, { graceMs: 0 })
  rmSync(root, { recursive: true, force: true })
})

describe("a system clock that is set while a command runs", () => {
  it("does not end the command before its time limit when set forward", async () => {
    const command = "echo one; until [ -e set ]; do sleep 0.01; done; echo two; until [ -e go ]; do sleep 0.01; done"
    let shown = ""
    const outcome = await runJob(plan(command, 60_000), {
      ...given(),
      emit(text) {
        shown += text
        if (shown === "one\n") {
          vi.setSystemTime(Date.now() + hourMs)
          writeFileSync(join(cwd, "set"), "")
        }
        // What is looked at next is looked at after the clock was set.
        if (shown === "one\ntwo\n") writeFileSync(join(cwd, "go"), "")
      },
    })
    expect(outcome).toMatchObject({ status: "completed", exitCode: 0, output: "one\ntwo\n" })
  })

  it("does not let the command outlive its time limit when set back, after a restart of the agent too", async () => {
    const running = plan("sleep 1000", 10 * hourMs)
    await startJob(running, given())
    writeFileSync(join(running.place, "start"), `${monotonicNow() - 11 * hourMs}\n`)
    vi.setSystemTime(Date.now() - 24 * hourMs)
    expect((await runJob(running, given())).status).toBe("timed-out")
  })

  it("counts from now on where the start of the command is not recorded", async () => {
    const running = plan("echo one; until [ -e go ]; do sleep 0.01; done", hourMs)
    await startJob(running, given())
    rmSync(join(running.place, "start"), { force: true })
    vi.setSystemTime(Date.now() + 24 * hourMs)
    const outcome = await runJob(running, { ...given(), emit: () => writeFileSync(join(cwd, "go"), "") })
    expect(outcome.status).toBe("completed")
  })

  it("does not shorten the grace of a command that is asked to end, when set forward", async () => {
    const cleanUp = "echo asked; until [ -e go ]; do sleep 0.01; done; sleep 0.3; exit 7"
    const running = plan(`trap '${cleanUp}' TERM; echo ready; while :; do sleep 0.01; done`)
    await startJob(running, given())
    await expect.poll(() => readOutput(running.place)).toBe("ready\n")
    const ended = endJob(running, { graceMs: 60_000 })
    await expect.poll(() => readOutput(running.place)).toContain("asked")
    vi.setSystemTime(Date.now() + hourMs)
    writeFileSync(join(cwd, "go"), "")
    expect(await ended).toMatchObject({ status: "killed", exitCode: 7 })
  })

  it("does not spare a command that ignores the request to end, when set back", async () => {
    const running = plan(`trap "" TERM; echo ready; while :; do sleep 0.01; done`)
    await startJob(running, given())
    await expect.poll(() => readOutput(running.place)).toBe("ready\n")
    const ended = endJob(running, { graceMs: 50 })
    vi.setSystemTime(Date.now() - hourMs)
    expect(await ended).toMatchObject({ status: "killed", exitCode: 137 })
  })
})

function plan(command: string, timeLimitMs = 0): Job {
  const jobs = join(root, "jobs")
  job = placeJob(planJob({ id: "job", command, cwd, jobs, timeLimitMs }), jobs)
  return job
}

function given() {
  return { env: commandEnvironment(process.env), signal: new AbortController().signal }
}
