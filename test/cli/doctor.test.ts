import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { notesPlace } from "../../src/agent/configuration/places.ts"
import { driveTurn, openSession, type Scene, scene } from "./scene.ts"

const one = ({ use, project }: Scene) =>
  use(async (store) => {
    const id = await openSession(store, project, "Mend the login")
    await driveTurn(store, id)
    return id
  })

type Checkup = {
  sound: boolean
  checks: { id: string; status: string; found: string; advice?: string }[]
  verification: { problems: { session: string | null; seq: number | null }[] } | null
}

async function checkup(here: Scene, ...argv: string[]) {
  const { sound, checks, verification } = (await here.json("doctor", ...argv)) as Checkup
  return { sound, verification, of: (id: string) => checks.find((check) => check.id === id) }
}

describe("doctor", () => {
  it("says that all is well, in marks and in JSON", async () => {
    const here = scene()
    await one(here)
    const { code, stdout, stderr } = await here.run("doctor", "--verify")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^ok {4}Data +\S+home \(0700\)$/m)
    expect(stdout).toMatch(/^ok {4}Store +version \d+, /m)
    expect(stdout).toMatch(/^ok {4}Sessions +1 session$/m)
    expect(stdout).toMatch(/^note {2}Backup +none yet$/m)
    expect(stdout).toMatch(/^ok {4}Verified 1 session, 8 events and 0 blobs/m)
    expect(await checkup(here, "--verify")).toMatchObject({ sound: true, verification: { sessions: 1, problems: [] } })
  })

  it("makes nothing where nothing is", async () => {
    const here = scene()
    const { code, stdout } = await here.run("doctor", "--verify")
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("does not exist yet") })
    expect(existsSync(here.home)).toBe(false)
    mkdirSync(here.home, { mode: 0o700 })
    expect((await checkup(here)).of("store")).toMatchObject({
      status: "note",
      found: expect.stringContaining("no store yet"),
    })
    expect(readdirSync(here.home)).toEqual([])
  })

  it("fails where the memory of this project cannot be read: nothing is remembered until it is mended", async () => {
    const here = scene()
    await one(here)
    expect((await checkup(here)).of("memory")).toBeUndefined()
    const notes = notesPlace({ directory: here.home, project: here.project })
    mkdirSync(notes, { recursive: true })
    writeFileSync(join(notes, "memory.json"), '{"notes":[]}')
    expect(await checkup(here)).toMatchObject({ sound: true })
    expect((await checkup(here)).of("memory")).toMatchObject({ status: "ok" })
    writeFileSync(join(notes, "memory.json"), "{ broken")
    const { code, stdout } = await here.run("doctor")
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}Memory +\S+memory\.json cannot be read/m)
  })

  it("names who drives a session now", async () => {
    const here = scene()
    const id = await one(here)
    await here.use(async (store) => {
      await store.acquire(id, { type: "RuntimeHandle" })
      const found = `${id.slice(-8)} by runtime-handle (process ${process.pid})`
      expect((await checkup(here)).of("lease")).toMatchObject({ status: "note", found })
    })
    expect((await checkup(here)).of("lease")).toBeUndefined()
  })

  it("warns of a directory that others can open", async () => {
    const here = scene()
    await one(here)
    chmodSync(here.home, 0o755)
    const { of, sound } = await checkup(here)
    expect({ sound, check: of("directory") }).toMatchObject({
      sound: true,
      check: { status: "warn", found: expect.stringContaining("0755"), advice: expect.stringContaining("chmod 700") },
    })
  })

  it("names damage by session and event, and ends with 1", async () => {
    const here = scene()
    const id = await one(here)
    const db = new DatabaseSync(join(here.home, "holdfast.db"))
    db.exec("UPDATE events SET body = CAST('{}' AS BLOB) WHERE seq = 3")
    db.close()
    expect(await here.run("doctor")).toMatchObject({ code: 0 })
    const { code, stdout } = await here.run("doctor", "--verify")
    expect(code).toBe(1)
    expect(stdout).toMatch(new RegExp(`^ {6}session ${id.slice(-8)}, event 3: `, "m"))
    expect(stdout).toContain("holdfast doctor --repair")
    expect((await checkup(here, "--verify")).verification?.problems).toContainEqual(
      expect.objectContaining({ session: id, seq: 3 }),
    )
  })

  it("leaves a newer store untouched and says what to do", async () => {
    const here = scene()
    await one(here)
    const file = join(here.home, "holdfast.db")
    const db = new DatabaseSync(file)
    db.exec("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    const before = readFileSync(file)
    const [doctor, sessions] = await Promise.all([here.run("doctor", "--verify"), here.run("sessions")])
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringMatching(/FAIL {2}Store .*newer Holdfast/) })
    expect(sessions).toMatchObject({ code: 1, stderr: expect.stringContaining("Update Holdfast") })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it("works on a file that is no store, and one that cannot be opened", async () => {
    const here = scene()
    mkdirSync(here.home, { mode: 0o700 })
    writeFileSync(join(here.home, "holdfast.db"), "x".repeat(5000), { mode: 0o600 })
    const broken = await checkup(here, "--verify")
    expect(broken.of("store")).toMatchObject({ status: "fail", advice: expect.stringContaining("doctor --repair") })
    expect(broken.verification?.problems.length).toBeGreaterThan(0)
    expect(await here.run("sessions")).toMatchObject({ code: 1, stderr: expect.stringContaining("holdfast doctor") })
    const other = scene()
    writeFileSync(other.home, "a file where the directory should be")
    expect(await other.run("doctor")).toMatchObject({ code: 1, stdout: expect.stringContaining("FAIL  Store") })
  })

  it("says so when another process holds the store", async () => {
    const here = scene()
    await one(here)
    const db = new DatabaseSync(join(here.home, "holdfast.db"))
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM settings")
    try {
      expect((await checkup(here)).of("store")).toMatchObject({
        status: "fail",
        found: expect.stringContaining("another process"),
      })
    } finally {
      db.close()
    }
  })
})

/** Changes the stored bytes of an event behind the back of the store. */
function damage(here: Scene, seq: number): void {
  const db = new DatabaseSync(join(here.home, "holdfast.db"))
  db.prepare("UPDATE events SET body = CAST('{}' AS BLOB) WHERE seq = ?").run(seq)
  db.close()
}

describe("doctor --repair", () => {
  it("has nothing to do where all is well", async () => {
    const here = scene()
    await one(here)
    expect(await here.run("doctor", "--repair")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to repair/),
    })
  })

  it("brings back from a backup what was damaged, and keeps the damaged files", async () => {
    const here = scene()
    const id = await one(here)
    const before = await here.run("log", id)
    await here.run("backup")
    damage(here, 3)
    const { code, stdout } = await here.run("doctor", "--repair", "--verify")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Nothing was lost\.$/m)
    const kept = /kept in (.*)$/m.exec(stdout)?.[1] ?? ""
    expect(existsSync(join(kept, "holdfast.db"))).toBe(true)
    expect(await here.run("log", id)).toEqual(before)
  })

  it("names what is lost, and ends with 1; the session can be read and forked before it", async () => {
    const here = scene()
    const id = await one(here)
    damage(here, 5)
    const { repair } = (await here.json("doctor", "--repair")) as {
      repair: { lost: { session: string; seq: number }[] }
    }
    expect(repair.lost).toContainEqual(expect.objectContaining({ session: id, seq: 5 }))
    expect(await here.run("rename", id, "No")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("fork it before"),
    })
    expect(await here.run("show", id)).toMatchObject({ code: 1, stdout: expect.stringMatching(/^damaged/m) })
    expect(await here.run("fork", id, "--at", "4")).toMatchObject({ code: 0 })
    expect((await checkup(here)).of("damage")).toMatchObject({ status: "fail" })
  })

  it("is not advised again for what it has given up", async () => {
    const here = scene()
    const id = await one(here)
    damage(here, 5)
    const advised = /holdfast doctor --repair/
    expect((await here.run("doctor", "--verify")).stdout).toMatch(advised)
    await here.run("doctor", "--repair")
    const [again, shown] = [await here.run("doctor", "--repair", "--verify"), await here.run("show", id)]
    expect(again).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Nothing more could be recovered/) })
    expect(again.stdout).toContain("fork the session before the damage")
    expect(again.stdout + shown.stdout + shown.stderr).not.toMatch(advised)
    damage(here, 3)
    expect((await here.run("doctor", "--verify")).stdout).toMatch(advised)
  })

  it("waits for nobody: a store in use is told", async () => {
    const here = scene()
    await one(here)
    damage(here, 3)
    await here.use(async () => {
      expect(await here.json("doctor", "--repair")).toMatchObject({ error: { code: "storage-busy" } })
    })
    expect(await scene().json("doctor", "--repair")).toMatchObject({ error: { code: "storage-missing" } })
  })
})

describe("backup", () => {
  it("copies the store into the data directory, or where it is told", async () => {
    const here = scene()
    await one(here)
    const { file } = (await here.json("backup")) as { file: string }
    expect(file.startsWith(join(here.home, "backups"))).toBe(true)
    const named = join(here.project, "copy.db")
    expect(await here.run("backup", "copy.db")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`to ${named} (`),
    })
    expect(statSync(named).mode & 0o777).toBe(0o600)
    expect(await here.run("backup", "copy.db")).toMatchObject({ code: 1, stderr: expect.stringContaining("already") })
    const [row] = [new DatabaseSync(named)].map((db) => db.prepare("SELECT count(*) AS n FROM sessions").get())
    expect(row).toMatchObject({ n: 1 })
  })

  it("is put back in the place of the store, which is kept", async () => {
    const here = scene()
    const id = await one(here)
    await here.run("backup", "copy.db")
    await here.run("rename", id, "Afterwards")
    expect(await here.run("backup", "--restore", "copy.db")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--yes"),
    })
    const { code, stdout } = await here.run("backup", "--restore", "copy.db", "--yes")
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Restored 1 session with 8 events"),
    })
    expect(await here.use((store) => store.row(id))).toMatchObject({ title: "Mend the login" })
    expect(existsSync(join(/kept in (.*)$/m.exec(stdout)?.[1] ?? "", "holdfast.db"))).toBe(true)
    const other = scene()
    expect(await other.json("backup", "--restore", join(here.project, "copy.db"))).toMatchObject({
      sessions: 1,
      kept: null,
    })
    expect(await other.use((store) => store.row(id))).toMatchObject({ id })
    expect(await here.json("backup", "--restore", "none.db", "--yes")).toMatchObject({
      error: { code: "storage-missing" },
    })
    expect(await here.run("backup", "a.db", "--restore", "copy.db")).toMatchObject({ code: 2 })
  })
})
