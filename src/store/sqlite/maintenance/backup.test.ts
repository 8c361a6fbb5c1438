import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { place } from "../../../../test/support/store/conformance/scene.ts"
import { connect, type Database } from "../database.ts"
import { storeFileName } from "../file.ts"
import { verifyFile } from "../rescue/verify.ts"
import { openSqliteStore } from "../store.ts"
import { automaticBackups, backupDirectory, backupIfDue, backupTo, nextBackup } from "./backup.ts"

let directory: string
let source: Database

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const store = openSqliteStore({ directory })
  await store.open({ ...place })
  await store.close()
  source = connect(join(directory, storeFileName), { readOnly: true })
})
afterEach(() => {
  source.close()
  rmSync(directory, { recursive: true })
})

/** Takes the unfinished backup away, as an erasure does. */
function takeAway(): void {
  for (const name of readdirSync(directory)) if (name.endsWith(".part")) rmSync(join(directory, name))
}

describe("a backup whose file an erasure takes away", () => {
  it.each(["before backup copy", "after backup copy", "before backup fsync", "before backup rename"])(
    "is begun again: %s",
    async (when) => {
      const to = join(directory, "mine.db")
      let times = 0
      await backupTo(source, to, (point) => {
        if (point === when && times++ === 0) takeAway()
      })
      expect(times).toBe(2)
      expect(await verifyFile(to)).toEqual({ sessions: 1, events: 1, blobs: 0, problems: [] })
      expect(statSync(to).mode & 0o777).toBe(0o600)
      expect(readdirSync(directory).filter((name) => name.includes(".part"))).toEqual([])
    },
  )

  it("fails when that does not end, and leaves nothing", async () => {
    const faults = (point: string) => point === "after backup copy" && takeAway()
    await expect(backupTo(source, join(directory, "mine.db"), faults)).rejects.toMatchObject({ code: "storage-busy" })
    expect(readdirSync(directory).filter((name) => name.startsWith("mine.db"))).toEqual([])
  })
})

describe("the backup of the day", () => {
  const hour = 60 * 60 * 1000
  const now = Date.parse("2026-05-05T12:00:00Z")
  const make = async (at: number) => {
    const to = nextBackup(directory, at)
    await backupTo(source, to)
    return to
  }

  it("is due a day after the last, whoever has written to that since", async () => {
    const last = await make(now - 23 * hour)
    utimesSync(last, 0, 0)
    expect(await backupIfDue(source, directory, now)).toBeUndefined()
    utimesSync(last, now / 1000, now / 1000)
    const made = await backupIfDue(source, directory, now + hour)
    expect(automaticBackups(directory)).toEqual([made, last])
  })

  it("is due when all others are dated ahead, is kept, and is not made twice", async () => {
    for (const days of [1, 2, 3]) await make(now + days * 24 * hour)
    const made = await backupIfDue(source, directory, now)
    expect(automaticBackups(directory)).toHaveLength(3)
    expect(automaticBackups(directory)).toContain(made)
    expect(await backupIfDue(source, directory, now + hour)).toBeUndefined()
    expect(readdirSync(backupDirectory(directory))).toHaveLength(3)
  })
})
