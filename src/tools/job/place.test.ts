import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { endJob } from "./end-job.ts"
import { commandEnvironment } from "./environment.ts"
import { clearJob } from "./list-jobs.ts"
import { placeJob } from "./place.ts"
import { type JobIntent, planJob } from "./plan.ts"
import { runJob } from "./run-job.ts"
import { viewJob } from "./view-job.ts"

let root: string
let jobs: string
let cwd: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-"))
  jobs = join(root, "home", "jobs")
  cwd = join(root, "workspace")
  mkdirSync(cwd)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const plan = (command: string, id = "job-1") => planJob({ id, command, cwd, jobs })
const run = (intent: JobIntent, place = jobs) =>
  runJob(placeJob(intent, place), { env: commandEnvironment(process.env), signal: new AbortController().signal })
const ran = () => existsSync(join(cwd, "ran"))

describe("a job that was never claimed", () => {
  it("is started where its directory is", async () => {
    expect((await run(plan("touch ran"))).status).toBe("completed")
  })

  it("is unknown and never started where its directory is gone", async () => {
    const intent = plan("touch ran")
    rmSync(jobs, { recursive: true })
    expect(await run(intent)).toMatchObject({ status: "unknown", note: expect.stringContaining("gone") })
    expect({ ran: ran(), made: existsSync(jobs) }).toEqual({ ran: false, made: false })
  })

  it("is started after its directory was moved: there is still one of it", async () => {
    const intent = plan("touch ran")
    renameSync(join(root, "home"), join(root, "moved"))
    expect((await run(intent, join(root, "moved", "jobs"))).status).toBe("completed")
  })

  it("is unknown in a copy of its directory, which cannot see a claim in the other", async () => {
    const intent = plan("touch ran")
    cpSync(join(root, "home"), join(root, "copy"), { recursive: true, preserveTimestamps: true })
    expect(await run(intent, join(root, "copy", "jobs"))).toMatchObject({
      status: "unknown",
      note: expect.stringContaining("copied"),
    })
    expect(ran()).toBe(false)
    expect((await run(intent)).status).toBe("completed")
  })

  it("is unknown in a copy that shares its files by hard links", async () => {
    const intent = plan("touch ran")
    const other = join(root, "copy", "job-1")
    mkdirSync(other, { recursive: true })
    linkSync(join(jobs, "job-1", "mark"), join(other, "mark"))
    expect((await run(intent, join(root, "copy"))).status).toBe("unknown")
    expect(ran()).toBe(false)
  })
})

describe("a job that runs", () => {
  it("is not ended from a copy of its directory", async () => {
    const intent = planJob({ id: "job-1", command: "sleep 1000", cwd, jobs, background: true })
    await run(intent)
    cpSync(join(root, "home"), join(root, "copy"), { recursive: true })
    expect((await endJob(placeJob(intent, join(root, "copy", "jobs")))).status).toBe("unknown")
    const job = placeJob(intent, jobs)
    expect(viewJob(job).state).toBe("running")
    await endJob(job, { graceMs: 0 })
  })
})

describe("the directory that a log names", () => {
  it("is not the one that is used", async () => {
    const victim = join(root, "victim")
    mkdirSync(victim)
    const intent = { ...plan("true"), directory: victim }
    await run(intent)
    clearJob(placeJob(intent, jobs))
    expect({ victim: existsSync(victim), own: existsSync(join(jobs, "job-1")) }).toEqual({ victim: true, own: false })
  })

  it.each(["..", "../../x", "/etc", "a/b", ""])("cannot be reached by an id either: %j", (id) => {
    const { place } = placeJob({ id, command: "", cwd, directory: "" }, jobs)
    expect(place).toMatch(/\/home\/jobs\/[0-9a-f]{32}$/)
  })
})
