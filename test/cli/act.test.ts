import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { placeJob } from "../../src/tools/job/place.ts"
import { planJob } from "../../src/tools/job/plan.ts"
import { runJob } from "../../src/tools/job/run-job.ts"
import { finish, openSession, type Scene, scene } from "./scene.ts"

const tail = (id: string) => id.slice(-8)

const one = ({ use, project }: Scene) => use((store) => openSession(store, project, "Mend the login"))

describe("fork", () => {
  it("begins a session from an event of another", async () => {
    const here = scene()
    const id = await one(here)
    const whole = (await here.json("fork", "last")) as { id: string }
    const { code, stdout } = await here.run("fork", id, "--at", "1")
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^Forked ${tail(id)} at event 1: `),
    })
    expect(whole).toMatchObject({ parent: { session: id, seq: 2 } })
    const row = await here.use((store) => store.row(whole.id))
    expect(row).toMatchObject({ parent: { session: id, seq: 2 }, title: "Mend the login", project: here.project })
    expect(await here.json("fork", id, "--at", "9")).toMatchObject({ error: { code: "not-found" } })
  })
})

describe("rename", () => {
  it("gives a title of several words", async () => {
    const here = scene()
    const id = await one(here)
    expect(await here.run("rename", "last", "A", "better", "name")).toEqual({
      code: 0,
      stdout: `${tail(id)} is now called: A better name\n`,
      stderr: "",
    })
    expect(await here.json("rename", tail(id), "Again")).toEqual({ id, title: "Again", before: "A better name" })
    expect(await here.run("rename", "last", "  ")).toMatchObject({ code: 2 })
    expect(await here.use((store) => store.row(id))).toMatchObject({ title: "Again" })
  })
})

describe("archive", () => {
  it("puts a session away and takes it back, and does neither twice", async () => {
    const here = scene()
    const id = await one(here)
    const seq = async () => (await here.use((store) => store.row(id))).seq
    expect((await here.run("archive", "last")).stdout).toBe(
      `Archived ${tail(id)}. Undo: holdfast archive ${tail(id)} --undo\n`,
    )
    const after = await seq()
    expect((await here.run("archive", tail(id))).stdout).toBe(`${tail(id)} is archived already.\n`)
    expect(await seq()).toBe(after)
    expect(await here.json("archive", tail(id), "--undo")).toEqual({ id, archived: false, changed: true })
    expect((await here.run("archive", tail(id), "--undo")).stdout).toBe(`${tail(id)} is not archived.\n`)
  })
})

describe("delete", () => {
  it("moves to the trash and back", async () => {
    const here = scene()
    const id = await one(here)
    expect((await here.run("delete", "last")).stdout).toContain(`Moved ${tail(id)} to the trash.`)
    expect(await here.json("sessions", "--trash")).toMatchObject({ sessions: [{ id, trashed: true }] })
    expect(await here.json("delete", tail(id))).toEqual({ id, trashed: true, changed: false })
    expect((await here.run("delete", tail(id), "--undo")).stdout).toBe(`${tail(id)} is back in the list.\n`)
    expect(await here.use((store) => store.row(id))).toMatchObject({ trashed: false })
  })

  it("erases for good only with a yes, and gives a receipt", async () => {
    const here = scene()
    const id = await one(here)
    const refused = await finish(here.start("delete", "last", "--erase"), "y\n")
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("confirm with --yes") })
    const { receipt } = (await here.json("delete", "last", "--erase", "--yes")) as { receipt: object }
    expect(receipt).toMatchObject({ session: id, events: 2, copiedTo: [] })
    expect(await here.json("show", id)).toMatchObject({ error: { code: "erased" } })
  })

  it("removes what its commands left outside of the store, and refuses while one runs", async () => {
    const here = scene()
    const id = await one(here)
    const [jobs, snapshots] = [join(here.home, "jobs", id), join(here.home, "snapshots", id)]
    for (const place of [jobs, snapshots]) mkdirSync(place, { recursive: true })
    writeFileSync(join(snapshots, "copy"), "secret")
    const job = planJob({
      command: "sleep 600",
      cwd: here.project,
      background: true,
      timeLimitMs: 0,
      id: "job-1",
      jobs,
    })
    const started = await runJob(placeJob(job, jobs), {
      env: process.env,
      signal: new AbortController().signal,
      emit: () => undefined,
    })
    expect(started).toMatchObject({ status: "running" })
    expect(await here.json("delete", id, "--erase", "--yes")).toMatchObject({
      error: { code: "illegal", message: expect.stringContaining("sleep 600") },
    })
    expect(await here.run("show", id)).toMatchObject({ code: 0 })
    const erased = await here.run("delete", id, "--erase", "--yes", "--force")
    expect(erased).toMatchObject({ code: 0, stdout: expect.stringContaining(`  Removed ${snapshots}\n`) })
    expect([existsSync(jobs), existsSync(snapshots)]).toEqual([false, false])
    mkdirSync(snapshots)
    expect(await here.json("delete", id, "--erase", "--yes")).toMatchObject({ error: { code: "erased" } })
    expect(existsSync(snapshots)).toBe(false)
  })

  it("says what became of each copy, and removes a damaged one only when asked to", async () => {
    const here = scene()
    const id = await one(here)
    const { file: backup } = (await here.json("backup")) as { file: string }
    await here.run("backup", "--restore", backup, "--yes")
    const kept = (prefix: string) =>
      join(here.home, readdirSync(here.home).find((name) => name.startsWith(prefix)) ?? "none")
    const damaged = join(here.home, "damaged-2026-01-01T00-00-00-000Z")
    mkdirSync(damaged)
    writeFileSync(join(damaged, "holdfast.db"), "Mend the login")
    expect(await here.run("delete", id, "--with-copies")).toMatchObject({ code: 2 })
    const erased = await here.run("delete", id, "--erase", "--yes")
    expect(erased.stdout.split("\n")).toEqual([
      `Erased ${id}: 2 events, 0 blobs.`,
      `  Erased in an automatic backup too: ${backup}`,
      `  May still be in the files that a repair kept: ${damaged}`,
      `  Erased in the store that a restore kept too: ${kept("replaced-")}`,
      "  Damaged files may be all that is left of other sessions, so they were kept. To remove them when you no longer need them:",
      `  holdfast delete ${id} --erase --with-copies`,
      "  Files that you exported or backed up yourself are as they were.",
      "",
    ])
    expect(await here.run("delete", id, "--erase", "--yes")).toMatchObject({ code: 1 })
    expect(await here.run("delete", id, "--erase", "--with-copies", "--yes")).toEqual({
      code: 0,
      stdout: `  Removed the files that a repair kept: ${damaged}\n`,
      stderr: "",
    })
    expect(existsSync(damaged)).toBe(false)
    expect((await here.run("delete", id, "--erase", "--with-copies", "--yes")).stdout).toBe("No copy contains it.\n")
  })

  it("names the forks, and copies what they share when asked to", async () => {
    const here = scene()
    const id = await one(here)
    const { id: fork } = (await here.json("fork", "last")) as { id: string }
    expect(await here.run("delete", id, "--erase", "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(fork),
    })
    expect(await here.run("delete", id, "--forks", "copy")).toMatchObject({ code: 2 })
    const { code, stdout } = await here.run("delete", id, "--erase", "--yes", "--forks", "copy")
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`${tail(fork)} kept a copy`) })
    expect((await here.run("log", fork)).stdout).toContain("Mend the login")
  })
})

describe("a command that acts", () => {
  it.each([["rename", "last", "x"], ["archive", "last"], ["delete", "last"], ["fork", "last"], ["backup"]])(
    "%s makes no store where there is none",
    async (...argv) => {
      const here = scene()
      expect(await here.json(...argv)).toMatchObject({ error: { code: "not-found" } })
      expect(existsSync(here.home)).toBe(false)
    },
  )
})
