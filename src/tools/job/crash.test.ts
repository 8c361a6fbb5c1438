import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { commandEnvironment } from "./environment.ts"
import { readRunners } from "./job-files.ts"
import { isAlive } from "./job-process.ts"
import { placeJob } from "./place.ts"
import { type Job, planJob } from "./plan.ts"
import { runJob } from "./run-job.ts"

// An agent as small as can be: it runs the jobs that it is sent, a millisecond apart, and tells what became of them.
const agent = `
import { setTimeout as delay } from "node:timers/promises"
import { runJob } from ${JSON.stringify(new URL("./run-job.ts", import.meta.url).href)}
import { commandEnvironment } from ${JSON.stringify(new URL("./environment.ts", import.meta.url).href)}
const given = { env: commandEnvironment(process.env), signal: new AbortController().signal }
process.on("message", async (jobs) => {
  process.send("begins")
  const outcomes = await Promise.all(jobs.map((job, index) => delay(index).then(() => runJob(job, given))))
  process.send(outcomes)
})
process.send("ready")
`

let root: string
let cwd: string
const agents: ChildProcess[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-"))
  cwd = join(root, "workspace")
  mkdirSync(cwd)
})

afterEach(async () => {
  await Promise.all(agents.splice(0).map(kill))
  rmSync(root, { recursive: true, force: true })
})

describe("a running command", () => {
  it("survives SIGKILL of its agent, and another process takes up its result", async () => {
    const job = plan(
      "counter",
      "echo 1 >> ticks; until [ -e go ]; do sleep 0.01; done; echo 2 >> ticks; echo done; exit 7",
    )
    const first = await startAgent()
    first.send([job])
    await expect.poll(() => lines("ticks")).toEqual(["1"])
    await kill(first)
    writeFileSync(join(cwd, "go"), "")

    const second = await startAgent()
    second.send([job])
    const outcome = await lastMessage(second)
    expect(outcome).toMatchObject([{ status: "failed", exitCode: 7, output: "done\n" }])
    expect(lines("ticks")).toEqual(["1", "2"])
  })

  it("runs exactly once, wherever in its start the agent is killed", async () => {
    const all: Job[] = []
    for (const patience of [1, 6, 15]) {
      const jobs = Array.from({ length: 8 }, (_, index) => {
        const id = `kill-${patience}-${index}`
        return plan(id, `echo ran >> ${id}`)
      })
      const doomed = await startAgent()
      doomed.send(jobs)
      await once(doomed, "message")
      await delay(patience) // the instant of the kill is what varies
      await kill(doomed)
      for (const { id } of jobs) expect(lines(id).length).toBeLessThanOrEqual(1)
      const outcomes = await Promise.all(jobs.map((job) => runJob(job, ownerless())))
      expect(outcomes.map(({ status }) => status)).toEqual(jobs.map(() => "completed"))
      all.push(...jobs)
    }
    for (const { id, place } of all) {
      await expect.poll(() => readRunners(place).filter(isAlive)).toEqual([])
      expect(lines(id)).toEqual(["ran"])
    }
  })
})

function ownerless() {
  return { env: commandEnvironment(process.env), signal: new AbortController().signal }
}

function plan(id: string, command: string): Job {
  const jobs = join(root, "jobs")
  return placeJob(planJob({ id, command, cwd, jobs }), jobs)
}

async function startAgent(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", agent], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  })
  agents.push(child)
  await once(child, "message")
  return child
}

async function lastMessage(child: ChildProcess): Promise<unknown> {
  for (;;) {
    const [message] = await once(child, "message")
    if (message !== "begins") return message
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  process.kill(-(child.pid ?? 0), "SIGKILL") // with its whole group, as a closed terminal does
  await gone
}

function lines(name: string): string[] {
  const path = join(cwd, name)
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []
}
