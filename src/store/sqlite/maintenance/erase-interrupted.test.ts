import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { setErasureScene, word } from "../../../../test/support/store/erasure.ts"
import { storeFileName } from "../file.ts"
import { repairStore } from "../rescue/repair-store.ts"
import { restoreBackup } from "../rescue/restore-backup.ts"

const { scene, using, write, automaticBackup, tamper, repaired, restored, filesWithWord, dieErasing, expectErased } =
  setErasureScene()

describe("an erasure that was cut off", () => {
  it("is finished by the next opening", async () => {
    await write()
    const kept = [await repaired(), await restored()]
    writeFileSync(join(scene.directory, "backups", "holdfast-2026-01-01.db"), `${word} `.repeat(500))
    await dieErasing("before clearing the backups")
    expect(filesWithWord().length).toBeGreaterThan(2)
    // As if a process had died while it removed a directory.
    rmSync(join(kept[0] ?? "", storeFileName))
    writeFileSync(join(kept[0] ?? "", `${storeFileName}-wal`), word)
    await expectErased()
    expect(kept.map((folder) => existsSync(folder))).toEqual([false, true])
    expect(filesWithWord()).toEqual([])
  })

  it("removes damaged copies too if that was asked for", async () => {
    await write()
    writeFileSync(join(await repaired(), storeFileName), `${word} `.repeat(500))
    await dieErasing("before clearing the backups", { copies: "remove" })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it.each(["before clearing the WAL", "before clearing the backups", "after clearing the backups"])(
    "is finished after a repair in between: died %s",
    async (point) => {
      await write()
      await automaticBackup()
      await dieErasing(point)
      tamper("UPDATE events SET body = x'7b7d' WHERE session = 1")
      expect((await repairStore(scene.directory)).kept).not.toBeNull()
      await expectErased()
      expect(filesWithWord()).toEqual([])
    },
  )

  it.each([
    ["its mark", "DELETE FROM marks WHERE name <> 'indexed'"],
    ["its tombstone", "DELETE FROM tombstones"],
  ])("is finished after a repair that found %s lost", async (_what, sql) => {
    await write()
    await automaticBackup()
    await dieErasing("before clearing the backups")
    tamper(sql, "UPDATE events SET body = x'7b7d' WHERE session = 1")
    await repairStore(scene.directory)
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it("is finished after a restore of a backup from before, which does not bring the session back", async () => {
    await write()
    const backup = await automaticBackup()
    await dieErasing("before clearing the WAL")
    expect(await restoreBackup(scene.directory, backup)).toMatchObject({ sessions: 1, stayErased: [scene.id] })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it("is finished after a restore of a backup that never held the session", async () => {
    const early = join(scene.directory, "early.db")
    await using((store) => store.backup(early))
    await write()
    await automaticBackup()
    await dieErasing("before clearing the backups")
    expect(await restoreBackup(scene.directory, early)).toMatchObject({ stayErased: [] })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it("is finished after a restore in the place of a store that SQLite cannot read any more", async () => {
    await write()
    const backup = await automaticBackup()
    await dieErasing("before clearing the backups")
    const file = join(scene.directory, storeFileName)
    const bytes = readFileSync(file)
    bytes.fill(0, 0, 4096)
    writeFileSync(file, bytes)
    rmSync(`${file}-wal`, { force: true })
    expect(await restoreBackup(scene.directory, backup)).toMatchObject({ stayErased: [scene.id] })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })
})
