import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { bashTool, reportJob } from "./bash.ts"
import type { ToolContext } from "./contract.ts"
import { endJob } from "./job/end-job.ts"
import { commandEnvironment } from "./job/environment.ts"
import { placeJob } from "./job/place.ts"
import { type Job, planJob } from "./job/plan.ts"
import { type JobOutcome, runJob } from "./job/run-job.ts"
import { jobsTool } from "./jobs.ts"

let shop: TestWorkspace
let context: ToolContext
let shown: string

beforeEach(() => {
  shop = openTestWorkspace()
  mkdirSync(shop.path("sub"))
  shown = ""
  const emit = (text: string) => {
    shown += text
  }
  context = { ...shop.context, emit }
})

afterEach(() => shop.close())

describe("bash", () => {
  it("turns its arguments into a job", async () => {
    const wanted = { command: "ls", cwd: join(context.workspace, "sub"), background: false, timeLimitMs: 120_000 }
    expect(await bashTool.command({ command: "ls", cwd: "sub" }, context)).toEqual(wanted)
    expect(await bashTool.command({ command: "npm run dev", background: true }, context)).toEqual({
      command: "npm run dev",
      cwd: context.workspace,
      background: true,
      timeLimitMs: 0,
    })
    expect(await bashTool.command({ command: "ls", timeout: 1.5 }, context)).toMatchObject({ timeLimitMs: 1500 })
  })

  it("tells the permissions what would run and where", async () => {
    expect(await bashTool.access({ command: "ls", cwd: ".." }, context)).toEqual({
      kind: "command",
      command: "ls",
      cwd: { path: shop.base, shown: shop.base, where: "outside" },
    })
  })

  it("refuses what cannot be run, and says what to do", async () => {
    writeFileSync(join(context.workspace, "file"), "")
    const refusals = [
      { command: "tail -f log" },
      { command: "ls", cwd: "nowhere" },
      { command: "ls", cwd: "file" },
      { command: `echo ${"x".repeat(100_000)}` },
    ]
    for (const args of refusals) {
      expect(await bashTool.command(args, context)).toEqual({
        status: "error",
        text: expect.stringMatching(/\. |use /i),
      })
    }
    for (const args of [{ command: " \n" }, { command: "a\0b" }, { command: "ls", timeout: 3601 }]) {
      expect(bashTool.schema.safeParse(args).success).toBe(false)
    }
  })
})

describe("the report of a job", () => {
  const job: Job = { id: "j", command: "c", cwd: "/", place: "/j", timeLimitMs: 2000 }
  const outcome = { status: "completed", exitCode: 0, output: "", durationMs: 12 } as const

  it.each<[JobOutcome, ReturnType<typeof reportJob>]>([
    [
      { ...outcome, output: "hello\n" },
      { status: "ok", text: "hello", exitCode: 0 },
    ],
    [outcome, { status: "ok", text: "It printed nothing. Exit code 0.", exitCode: 0 }],
    [
      { ...outcome, status: "failed", exitCode: 2, output: "bad" },
      { status: "error", text: "bad\n\nExit code 2.", exitCode: 2 },
    ],
    [
      { ...outcome, status: "failed", exitCode: null, note: "The command did not run: no shell" },
      { status: "error", text: "The command did not run: no shell", exitCode: null },
    ],
  ])("%# says what it printed and how it ended", (of, report) => {
    expect(reportJob(job, of)).toEqual(report)
  })

  it("names the time limit, the interruption and the unknown", () => {
    expect(reportJob(job, { ...outcome, status: "timed-out" }).text).toContain("after 2 seconds")
    expect(reportJob(job, { ...outcome, status: "interrupted" }).status).toBe("interrupted")
    expect(reportJob(job, { ...outcome, status: "unknown", output: "half" })).toMatchObject({
      status: "unknown",
      text: expect.stringMatching(/^half\n\nIts outcome is unknown/),
    })
  })
})

describe("jobs", () => {
  it("lists, shows, waits for and kills what runs in the background", async () => {
    expect(await jobsTool.run({ action: "list" }, context)).toEqual({ status: "ok", text: "There are no jobs." })
    const server = await startInBackground("server", "echo up; sleep 1000")
    const build = await startInBackground("build", "until [ -e go ]; do sleep 0.01; done; echo built; exit 3")
    try {
      const list = (await jobsTool.run({ action: "list" }, context)).text
      expect(list).toContain("server  running  echo up; sleep 1000")
      expect(list).toContain("build  running")

      await expect
        .poll(async () => (await jobsTool.run({ action: "output", job: "server" }, context)).text)
        .toBe("Job server still runs.\n\nup")
      expect((await jobsTool.run({ action: "wait", job: "server", timeout: 0.05 }, context)).text).toContain(
        "still runs",
      )

      const waited = jobsTool.run({ action: "wait", job: "build" }, context)
      writeFileSync(join(context.workspace, "go"), "")
      expect(await waited).toEqual({ status: "ok", text: "Job build: failed.\n\nbuilt\n\nExit code 3.", exitCode: 3 })
      expect(shown).toContain("built\n")

      const killed = await jobsTool.run({ action: "kill", job: "server" }, context)
      expect(killed).toMatchObject({ status: "ok", text: expect.stringContaining("Job server: killed.") })
      expect(await jobsTool.run({ action: "kill", job: "server" }, context)).toEqual(killed)
    } finally {
      for (const job of [server, build]) await endJob(job, { graceMs: 0 })
    }
  })

  it("says which jobs there are when it is not told which one", async () => {
    expect(await jobsTool.run({ action: "kill" }, context)).toEqual({
      status: "error",
      text: "Say which job to kill. There are no jobs.",
    })
    expect((await jobsTool.run({ action: "wait", job: "no" }, context)).text).toBe(
      "There is no job no. There are no jobs.",
    )
  })
})

async function startInBackground(id: string, command: string): Promise<Job> {
  const planned = planJob({ id, command, cwd: context.workspace, jobs: context.jobs, background: true })
  const job = placeJob(planned, context.jobs)
  const outcome = await runJob(job, { env: commandEnvironment(process.env), signal: context.signal })
  expect(reportJob(job, outcome)).toMatchObject({ status: "ok", text: expect.stringContaining(`job ${id}`) })
  return job
}
