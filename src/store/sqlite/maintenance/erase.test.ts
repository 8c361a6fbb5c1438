import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { logOf, place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { setErasureScene, word } from "../../../../test/support/store/erasure.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { verifyFile } from "../rescue/verify.ts"
import { openSqliteStore } from "../store.ts"
import { automaticBackups } from "./backup.ts"

const { scene, using, write, erase, automaticBackup, repaired, restored, filesWithWord, expectErased } =
  setErasureScene()

describe("erase", () => {
  it("takes the session out of what a repair has kept, and names it", async () => {
    await write()
    const kept = await repaired()
    expect(filesWithWord()).toContain(join(kept, storeFileName))
    expect((await erase()).copies).toEqual([{ path: kept, kind: "damaged", outcome: "cleaned" }])
    expect(filesWithWord()).toEqual([])
  })

  it("takes the session out of backups and of what a restore has kept, and leaves the others there", async () => {
    await write()
    const kept = await restored()
    const [backup = ""] = automaticBackups(scene.directory)
    expect(filesWithWord()).toContain(join(kept, storeFileName))
    expect((await erase()).copies).toEqual([
      { path: backup, kind: "backup", outcome: "cleaned" },
      { path: kept, kind: "replaced", outcome: "cleaned" },
    ])
    expect(filesWithWord()).toEqual([])
    for (const file of [backup, join(kept, storeFileName)]) {
      expect(await verifyFile(file)).toEqual({ sessions: 1, events: 1, blobs: 0, problems: [] })
    }
  })

  it("takes the draft of the session out of the file, its WAL, backups and what was kept", async () => {
    await using(async (store) => {
      scene.id = await store.open({ ...place })
      await store.setSetting(`draft:${scene.id}`, { text: word })
    })
    const kept = await restored()
    const [backup = ""] = automaticBackups(scene.directory)
    expect(filesWithWord()).toEqual(expect.arrayContaining([backup, join(kept, storeFileName)]))
    await using(async (store) => {
      await store.erase(scene.id)
      expect(filesWithWord()).toEqual([])
    })
  })

  it("gives the forks in a copy what they share", async () => {
    await write()
    const fork = await using((store) => store.open({ ...place, parent: { session: scene.id, seq: 2 } }))
    const kept = await restored()
    await using((store) => store.erase(scene.id, { forks: "copy" }))
    const store = openSqliteStore({ directory: kept })
    await expect(store.row(scene.id)).rejects.toMatchObject({ code: "erased" })
    expect(await logOf(store, fork)).toHaveLength(3)
    expect((await store.verify()).problems).toEqual([])
    await store.close()
  })

  it("leaves copies alone that are whole and never held the session", async () => {
    const kept = [await repaired(), await restored()]
    const before = kept.map((folder) => readdirSync(folder))
    await write()
    expect((await erase()).copies).toEqual([])
    expect(kept.map((folder) => readdirSync(folder))).toEqual(before)
    expect(filesWithWord()).toEqual([])
  })

  it("leaves damaged copies alone that never held the session", async () => {
    const kept = await repaired()
    const backup = await automaticBackup()
    for (const file of [join(kept, storeFileName), backup]) damage(file, "before")
    const before = [join(kept, storeFileName), backup].map((file) => readFileSync(file))
    await write()
    expect((await erase()).copies).toEqual([])
    expect([join(kept, storeFileName), backup].map((file) => readFileSync(file))).toEqual(before)
  })

  it("leaves a directory alone that only sounds like a kept copy", async () => {
    const mine = join(scene.directory, "damaged-goods")
    mkdirSync(mine)
    await write()
    expect((await erase()).copies).toEqual([])
    expect(existsSync(mine)).toBe(true)
  })

  it.each([
    ["is damaged and names the session", (file: string) => damage(file, word)],
    ["cannot be read at all", (file: string) => writeFileSync(file, `${word} `.repeat(500))],
    ["holds the events of a session whose row is lost", (file: string) => orphan(file)],
  ])("says that what was kept may hold the session when it %s, and removes it if asked to", async (_what, harm) => {
    await write()
    const kept = await repaired()
    harm(join(kept, storeFileName))
    expect((await erase()).copies).toEqual([{ path: kept, kind: "damaged", outcome: "left" }])
    expect(filesWithWord()).toEqual([join(kept, storeFileName)])
    await using(async (store) => {
      await expect(store.erase(scene.id)).rejects.toMatchObject({ code: "erased" })
      expect(await store.erase(scene.id, { copies: "remove" })).toMatchObject({
        session: scene.id,
        events: 2,
        copies: [{ path: kept, kind: "damaged", outcome: "removed" }],
      })
      expect((await store.erase(scene.id, { copies: "remove" })).copies).toEqual([])
    })
    expect(filesWithWord()).toEqual([])
  })

  it("removes what a repair or a restore that was cut off has left", async () => {
    await write()
    const file = join(scene.directory, storeFileName)
    const part = join(scene.directory, "replaced-2026-01-01T00-00-00-000Z.part")
    mkdirSync(part)
    cpSync(file, join(part, storeFileName))
    cpSync(file, `${file}.new`)
    expect(filesWithWord()).toHaveLength(3)
    await erase()
    expect(filesWithWord()).toEqual([])
  })

  it("removes a backup that cannot be read, and does not spare the others for it", async () => {
    await write()
    const good = await automaticBackup()
    const [garbage, empty] = ["holdfast-2026-01-01.db", "holdfast-2026-01-02.db"].map((name) =>
      join(scene.directory, "backups", name),
    ) as [string, string]
    writeFileSync(garbage, `${word} `.repeat(500))
    writeFileSync(empty, "")
    const outcomes = new Map((await erase()).copies.map(({ path, outcome }) => [path, outcome]))
    expect(outcomes).toEqual(
      new Map([
        [good, "cleaned"],
        [garbage, "removed"],
        [empty, "removed"],
      ]),
    )
    expect(filesWithWord()).toEqual([])
    await expectErased()
  })
})

describe("an erased id", () => {
  it("does not come back with what is handed in along with the erasure", async () => {
    await write()
    await using(async (store) => {
      const log = { id: scene.id, events: await logOf(store, scene.id), blobs: [] }
      const [erased, adopted, opened] = await Promise.allSettled([
        store.erase(scene.id),
        store.adopt(log),
        store.open({ ...place, id: scene.id }),
      ])
      expect(erased.status).toBe("fulfilled")
      for (const each of [adopted, opened]) {
        expect(each).toMatchObject({ status: "rejected", reason: { code: "erased" } })
      }
    })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })
})

describe("an erasure while another connection reads", () => {
  it("waits for the reader, and lets others go on meanwhile", async () => {
    await write()
    await using(async (store) => {
      const reader = connect(join(scene.directory, storeFileName), { readOnly: true })
      reader.exec("BEGIN")
      reader.get("SELECT count(*) FROM sessions")
      let isErased = false
      const erasing = store.erase(scene.id).finally(() => {
        isErased = true
      })
      await store.append(scene.other, [say.input("with the erasure")], "intent")
      await store.append(scene.other, [say.input("while it waits")], "intent")
      expect(isErased).toBe(false)
      reader.close()
      expect(await erasing).toMatchObject({ events: 2 })
    })
    expect(filesWithWord()).toEqual([])
  })
})

/** Overwrites the cell pointers of the page that holds some text, so that SQLite takes the file for damaged. */
function damage(file: string, text: string): void {
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf(text) / 4096) * 4096
  bytes.fill(0xff, page + 8, page + 16)
  writeFileSync(file, bytes)
}

function orphan(file: string): void {
  const copy = connect(file)
  for (const pragma of ["foreign_keys = OFF", "secure_delete = ON"]) copy.exec(`PRAGMA ${pragma}`)
  copy.run("DELETE FROM sessions WHERE id = ?", scene.id)
  copy.close()
}
