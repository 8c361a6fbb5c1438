import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { endJob } from "./end-job.ts"
import { commandEnvironment } from "./environment.ts"
import { readClaim, readGroup, readRunners } from "./job-files.ts"
import { isAlive, signalGroup } from "./job-process.ts"
import { clearJob, listJobs, statusOf } from "./list-jobs.ts"
import { placeJob } from "./place.ts"
import { type Job, planJob } from "./plan.ts"
import { type JobOutcome, runJob } from "./run-job.ts"
import { runnerScript } from "./runner.ts"
import { startJob } from "./start-job.ts"

let root: string
let jobs: string
let cwd: string
const started: Job[] = []
let count = 0

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-"))
  jobs = join(root, "jobs")
  cwd = join(root, "workspace")
  mkdirSync(cwd)
})

afterEach(async () => {
  for (const job of started.splice(0)) await endJob(job, { graceMs: 0 })
  rmSync(root, { recursive: true, force: true })
})

describe("a command", () => {
  it("ends with its output and exit code", async () => {
    const outcome = await run(`echo "it's"; echo oops >&2; pwd; exit 3`)
    expect(outcome).toEqual({
      status: "failed",
      exitCode: 3,
      output: `it's\noops\n${cwd}\n`,
      durationMs: expect.any(Number),
    })
    expect((await run("true")).status).toBe("completed")
  })

  it("tells the signal that ended it by its exit code", async () => {
    expect(await run("kill -9 $$")).toMatchObject({ status: "failed", exitCode: 137 })
    expect(await run("kill -9 0")).toMatchObject({ status: "failed", exitCode: 137 })
  })

  it("has no input, no terminal, a process group of its own, and listens to interrupts", async () => {
    const { output } = await run(`cat; tty; sh -c 'kill -INT $$'; echo $?; ps -o pgid= -p $$ | tr -d ' '; echo $$`)
    const [terminal, interrupted, group, pid] = output.trim().split("\n")
    expect([terminal, interrupted]).toEqual(["not a tty", "130"])
    expect(group).toBe(pid)
  })

  it("does not wait for the daemons that it leaves behind", async () => {
    const outcome = await run("sleep 1000 & echo $!")
    expect(outcome).toMatchObject({ status: "completed", exitCode: 0 })
    const daemon = Number(outcome.output)
    expect(isAlive({ pid: daemon, startedAt: "" })).toBe(true)
    process.kill(daemon, "SIGKILL")
  })

  it("may close its output", async () => {
    expect(await run("echo said; exec >&- 2>&-; sleep 0.05; exit 4")).toMatchObject({ exitCode: 4, output: "said\n" })
  })

  it("is told when its directory is gone", async () => {
    const outcome = await run("echo ran", { cwd: join(cwd, "gone") })
    expect(outcome.status).toBe("failed")
    expect(outcome.output).toContain("gone")
    expect(outcome.output).not.toContain("ran")
  })

  it("is ended when it prints more than anybody reads", async () => {
    const outcome = await run("yes")
    expect(outcome).toMatchObject({ status: "killed", note: expect.stringContaining("64 MiB") })
  })

  it("gets the usual variables, and others only by name", async () => {
    const secrets = {
      OPENAI_API_KEY: "secret-1",
      ANTHROPIC_API_KEY: "secret-2",
      HOLDFAST_HOME: "secret-3",
      MY_CORP_TOKEN: "secret-4",
      NODE_AUTH_TOKEN: "secret-5",
      npm_config__auth: "secret-6",
      CARGO_REGISTRY_TOKEN: "secret-7",
      DATABASE_URL: "secret-8",
    }
    const usual = { NODE_ENV: "test", LC_ALL: "C", GOPATH: "/go", npm_config_cache: "/cache", GIT_AUTHOR_NAME: "Ada" }
    const named = { DEPLOY_TARGET: "here", DEPLOY_TOKEN: "there" }
    const env = commandEnvironment({ PATH: process.env.PATH, ...secrets, ...usual, ...named }, ["DEPLOY_*"])
    const { output } = await run("env", { env })
    expect(output).not.toContain("secret")
    const kept = Object.entries({ ...usual, ...named, PAGER: "cat", GIT_TERMINAL_PROMPT: "0", TERM: "dumb" })
    expect(output.split("\n")).toEqual(expect.arrayContaining(kept.map(([name, value]) => `${name}=${value}`)))
  })

  it("runs no program that a repository in the workspace names", async () => {
    const program = join(cwd, "evil.sh")
    writeFileSync(program, `#!/bin/sh\ntouch ${join(cwd, "ran")}\n`, { mode: 0o755 })
    const env = commandEnvironment({
      ...process.env,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "Ada",
    })
    await run(`git init -q . && git init -q --bare bare && git config core.fsmonitor ${program}`, { env })
    await run(`git --git-dir=bare config core.fsmonitor ${program}`, { env })
    const { output } = await run("git status; git -C bare status; git config user.name", { env })
    expect(output).toContain("cannot use bare repository")
    expect(output).toContain("Ada")
    expect(existsSync(join(cwd, "ran"))).toBe(false)
  })
})

describe("its output", () => {
  it("comes while it runs, with characters that are split between two reads whole", async () => {
    const job = plan(`printf 'a\\303'; until [ -e go ]; do sleep 0.01; done; printf '\\251b\\377'`)
    let shown = ""
    const running = start(job, { emit: (text) => (shown += text) })
    await expect.poll(() => shown).toBe("a")
    writeFileSync(join(cwd, "go"), "")
    expect((await running).output).toBe("aéb\ufffd")
    expect(shown).toBe("aéb\ufffd")
  })
})

describe("running a job twice", () => {
  it("runs its command once, however many start it at the same time", async () => {
    const job = plan("echo ran >> runs; echo done")
    const runners = await Promise.all(Array.from({ length: 20 }, () => startJob(job, given())))
    const outcomes = await Promise.all(runners.map(() => start(job)))
    await Promise.all(runners.map(({ exited }) => exited))
    expect(readRunners(job.place)).toHaveLength(20)
    expect(readFileSync(join(cwd, "runs"), "utf8")).toBe("ran\n")
    expect(new Set(outcomes.map(({ status, output }) => `${status} ${output}`))).toEqual(new Set(["completed done\n"]))
  })

  it("takes the result of one that ended", async () => {
    const job = plan("echo ran >> runs; exit 5")
    const first = await start(job)
    expect(await start(job)).toEqual(first)
    expect(readFileSync(join(cwd, "runs"), "utf8")).toBe("ran\n")
  })

  it("follows one that runs, from the beginning of its output", async () => {
    const job = plan("echo first; until [ -e go ]; do sleep 0.01; done; echo last", { background: true })
    expect((await start(job)).status).toBe("running")
    let shown = ""
    const followed = start({ ...job, background: false }, { emit: (text) => (shown += text) })
    await expect.poll(() => shown).toBe("first\n")
    writeFileSync(join(cwd, "go"), "")
    expect((await followed).status).toBe("completed")
    expect(shown).toBe("first\nlast\n")
  })

  it("says unknown, with the output so far, if what ran it was killed", async () => {
    const job = plan("echo before; sleep 1000", { background: true })
    await start(job)
    await expect.poll(() => outputOf(job)).toBe("before\n")
    await expect.poll(() => readGroup(job.place)).not.toBeNull()
    process.kill(claimOf(job).pid, "SIGKILL")
    signalGroup(groupOf(job).pid, "SIGKILL")
    const outcome = await start({ ...job, background: false })
    expect(outcome).toMatchObject({ status: "unknown", exitCode: null, output: "before\n" })
  })

  it("waits for a command that outlived what ran it, whose exit code is lost", async () => {
    const job = plan("until [ -e go ]; do sleep 0.01; done; echo after", { background: true })
    await start(job)
    await expect.poll(() => readGroup(job.place)).not.toBeNull()
    process.kill(claimOf(job).pid, "SIGKILL")
    const followed = start({ ...job, background: false })
    expect(statusOf(job).status).toBe("running")
    writeFileSync(join(cwd, "go"), "")
    expect(await followed).toMatchObject({ status: "unknown", output: "after\n" })
  })

  it("never starts one of an earlier run of the machine", async () => {
    const job = { ...plan("echo ran >> runs"), boot: "another" }
    expect(await start(job)).toMatchObject({ status: "unknown", note: expect.stringContaining("restarted") })
    expect(existsSync(join(cwd, "runs"))).toBe(false)
  })

  it("is not deceived by a claim that was half written by a runner that died", async () => {
    const job = plan("echo ran >> runs")
    writeFileSync(join(job.place, `runner.${process.pid}`), "1\n")
    writeFileSync(join(job.place, "claim"), "")
    expect(await start(job)).toMatchObject({ status: "unknown", note: expect.stringContaining("did not run") })
    expect(existsSync(join(cwd, "runs"))).toBe(false)
  })

  it("does not take a later process with the same pid for the job, and leaves it alone", async () => {
    const job = plan("echo ran >> runs")
    writeFileSync(join(job.place, `runner.${process.pid}`), "1\n")
    writeFileSync(join(job.place, "claim"), `${process.pid}\n`)
    writeFileSync(join(job.place, "group"), `${process.pid} 1\n`)
    expect((await start(job)).status).toBe("unknown")
    expect((await endJob(job)).status).toBe("unknown")
  })
})

describe("the time limit", () => {
  it("ends the whole group, also what ignores the polite signal", async () => {
    const stubborn = `sh -c 'trap "" TERM; echo $$; while :; do sleep 0.05; done'`
    const { output } = await timedOutAfterLines(2, (timeLimitMs) => run(`${stubborn} & echo $$; wait`, { timeLimitMs }))
    const pids = output.trim().split("\n").map(Number)
    await expect.poll(() => pids.filter((pid) => isAlive({ pid, startedAt: "" }))).toEqual([])
  })

  it("holds in a plain POSIX shell, too, which has no job control without a terminal", async () => {
    const outcome = await timedOutAfterLines(2, async (timeLimitMs) => {
      const job = plan("echo $0; sleep 1000 & echo $!; wait", { timeLimitMs })
      writeFileSync(join(job.place, "run"), runnerScript(job, "/bin/sh", { prefix: [], absent: [] }))
      const runner = spawn("/bin/sh", ["run"], { cwd: job.place, detached: true, stdio: "ignore" })
      await expect.poll(() => readClaim(job.place)).toMatchObject({ pid: runner.pid })
      return start(job)
    })
    const [shell, pid] = outcome.output.split("\n")
    expect([outcome.exitCode, shell]).toEqual([143, "sh"])
    await expect.poll(() => isAlive({ pid: Number(pid), startedAt: "" })).toBe(false)
  })

  it("holds when nobody follows", async () => {
    const job = plan("sleep 1000", { background: true, timeLimitMs: 200 })
    await start(job)
    await expect.poll(() => statusOf(job).status).toBe("timed-out")
  })
})

/** Runs a command that times out, with as long a limit as it takes on this machine to print that many lines before. */
async function timedOutAfterLines(
  count: number,
  runFor: (timeLimitMs: number) => Promise<JobOutcome>,
): Promise<JobOutcome> {
  for (let timeLimitMs = 200; ; timeLimitMs *= 4) {
    const outcome = await runFor(timeLimitMs)
    expect(outcome.status).toBe("timed-out")
    if (outcome.output.trim().split("\n").length === count) return outcome
  }
}

describe("cancelling", () => {
  it("ends a command that ignores the polite signal", async () => {
    const job = plan(`trap "" TERM; echo $$; while :; do sleep 0.05; done`)
    const cancel = new AbortController()
    const running = start(job, { signal: cancel.signal, graceMs: 100, emit: () => cancel.abort() })
    const outcome = await running
    expect(outcome.status).toBe("interrupted")
    expect(isAlive({ pid: Number(outcome.output), startedAt: "" })).toBe(false)
  })

  it("before the start keeps the command from ever running", async () => {
    const job = plan("echo ran >> runs")
    const outcome = await start(job, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ status: "interrupted", note: expect.stringContaining("did not run") })
    expect((await start(job)).status).toBe("interrupted")
    expect(existsSync(join(cwd, "runs"))).toBe(false)
  })

  it("goes on after a crash in the middle of it", async () => {
    const job = plan(`trap "" TERM; echo ready; while :; do sleep 0.05; done`, { background: true })
    await start(job)
    await expect.poll(() => outputOf(job)).toBe("ready\n")
    writeFileSync(join(job.place, "ended"), "interrupted\n")
    expect((await start({ ...job, background: false }, { graceMs: 50 })).status).toBe("interrupted")
  })

  it("leaves background jobs alone, which are listed until they are killed and cleared", async () => {
    const cancel = new AbortController()
    const job = plan("sleep 1000", { background: true })
    expect((await start(job, { signal: cancel.signal })).status).toBe("running")
    cancel.abort()
    expect(listJobs(jobs)).toEqual([{ job, status: "running", exitCode: null, startedAt: expect.any(Number) }])
    expect(() => clearJob(job)).toThrow(/still runs/)
    expect(await endJob(job)).toMatchObject({ status: "killed", exitCode: 143 })
    expect(listJobs(jobs)[0]).toMatchObject({ status: "killed", exitCode: 143 })
    clearJob(job)
    expect(listJobs(jobs)).toEqual([])
  })
})

function plan(command: string, more: { background?: boolean; timeLimitMs?: number; cwd?: string } = {}): Job {
  const job = placeJob(planJob({ id: `job-${++count}`, command, cwd, jobs, ...more }), jobs)
  started.push(job)
  return job
}

function start(job: Job, more: Partial<Parameters<typeof runJob>[1]> = {}): Promise<JobOutcome> {
  return runJob(job, { ...given(), ...more })
}

function given() {
  return { env: commandEnvironment(process.env), signal: new AbortController().signal }
}

function run(
  command: string,
  { env, ...more }: { timeLimitMs?: number; cwd?: string; env?: ReturnType<typeof commandEnvironment> } = {},
): Promise<JobOutcome> {
  return start(plan(command, more), env ? { env } : {})
}

function outputOf(job: Job): string {
  const path = join(job.place, "output")
  return existsSync(path) && statSync(path).size > 0 ? readFileSync(path, "utf8") : ""
}

function claimOf(job: Job) {
  const claim = readClaim(job.place)
  if (claim === null || typeof claim === "string") throw new Error("not claimed")
  return claim
}

function groupOf(job: Job) {
  const group = readGroup(job.place)
  if (!group) throw new Error("no group yet")
  return group
}
