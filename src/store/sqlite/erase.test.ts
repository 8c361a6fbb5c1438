import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { BlobRef } from "../../session/event/common.ts"
import { logOf, place } from "../conformance/scene.ts"
import * as say from "../conformance/script.ts"
import type { EraseOptions } from "../contract.ts"
import { automaticBackups, nextBackup } from "./backup.ts"
import { connect } from "./database.ts"
import { storeFileName } from "./file.ts"
import { repairStore } from "./repair.ts"
import { restoreBackup } from "./restore.ts"
import { openSqliteStore, type SqliteStore } from "./store.ts"
import { verifyFile } from "./verify.ts"

const word = "zebrafinch"

let directory: string
let id: string
let other: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  other = await using((store) => store.open({ ...place, title: "before" }))
})
afterEach(() => rmSync(directory, { recursive: true }))

async function using<T>(work: (store: SqliteStore) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ directory })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const write = () =>
  using(async (store) => {
    id = await store.open({ ...place })
    await store.append(id, [say.input(word)], "intent")
  })

const erase = () => using((store) => store.erase(id))

async function automaticBackup(): Promise<string> {
  const to = nextBackup(directory)
  await using((store) => store.backup(to))
  return to
}

function tamper(...statements: string[]): void {
  const database = connect(join(directory, storeFileName))
  for (const pragma of ["foreign_keys = OFF", "secure_delete = ON"]) database.exec(`PRAGMA ${pragma}`)
  for (const sql of statements) database.exec(sql)
  database.close()
}

async function repaired(): Promise<string> {
  tamper("UPDATE sessions SET messages = 99")
  return (await repairStore(directory)).kept ?? ""
}

async function restored(): Promise<string> {
  const backup = await automaticBackup()
  return (await restoreBackup(directory, backup)).kept ?? ""
}

const filesWithWord = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(word))

/** Erases in a process of its own, which dies at a fault point. */
const dieErasing = (point: string, options: EraseOptions = {}) =>
  dieAt(point, `await store.erase(${JSON.stringify(id)}, ${JSON.stringify(options)})`)

/** Works in a process of its own, which dies when it comes to a fault point for the nth time. */
async function dieAt(point: string, work: string, nth = 1): Promise<void> {
  const script = `
    import { openSqliteStore } from ${JSON.stringify(storeModule)}
    let left = ${nth}
    const faults = (point) => { if (point === ${JSON.stringify(point)} && --left === 0) process.kill(process.pid, "SIGKILL") }
    const store = openSqliteStore({ directory: ${JSON.stringify(directory)}, faults })
    ${work}`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" })
  const [, signal] = (await once(child, "exit")) as [number | null, string | null]
  expect(signal).toBe("SIGKILL")
}

const storeModule = fileURLToPath(new URL("./store.ts", import.meta.url))

const expectErased = () =>
  using(async (store) => {
    await expect(store.row(id)).rejects.toMatchObject({ code: "erased" })
    expect(await store.row(other)).toMatchObject({ title: "before" })
  })

/** Overwrites the cell pointers of the page that holds some text, so that SQLite takes the file for damaged. */
function damage(file: string, text: string): void {
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf(text) / 4096) * 4096
  bytes.fill(0xff, page + 8, page + 16)
  writeFileSync(file, bytes)
}

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
    const [backup = ""] = automaticBackups(directory)
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

  it("gives the forks in a copy what they share", async () => {
    await write()
    const fork = await using((store) => store.open({ ...place, parent: { session: id, seq: 2 } }))
    const kept = await restored()
    await using((store) => store.erase(id, { forks: "copy" }))
    const store = openSqliteStore({ directory: kept })
    await expect(store.row(id)).rejects.toMatchObject({ code: "erased" })
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
    const mine = join(directory, "damaged-goods")
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
      await expect(store.erase(id)).rejects.toMatchObject({ code: "erased" })
      expect(await store.erase(id, { copies: "remove" })).toMatchObject({
        session: id,
        events: 2,
        copies: [{ path: kept, kind: "damaged", outcome: "removed" }],
      })
      expect((await store.erase(id, { copies: "remove" })).copies).toEqual([])
    })
    expect(filesWithWord()).toEqual([])
  })

  it("removes what a repair or a restore that was cut off has left", async () => {
    await write()
    const file = join(directory, storeFileName)
    const part = join(directory, "replaced-2026-01-01T00-00-00-000Z.part")
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
      join(directory, "backups", name),
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
      const log = { id, events: await logOf(store, id), blobs: [] }
      const [erased, adopted, opened] = await Promise.allSettled([
        store.erase(id),
        store.adopt(log),
        store.open({ ...place, id }),
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
      const reader = connect(join(directory, storeFileName), { readOnly: true })
      reader.exec("BEGIN")
      reader.get("SELECT count(*) FROM sessions")
      const before = performance.now()
      const erasing = store.erase(id)
      await store.append(other, [say.input("with the erasure")], "intent")
      await store.append(other, [say.input("while it waits")], "intent")
      expect(performance.now() - before).toBeLessThan(2500)
      reader.close()
      expect(await erasing).toMatchObject({ events: 2 })
    })
    expect(filesWithWord()).toEqual([])
  })
})

describe("an erasure that was cut off", () => {
  it("is finished by the next opening", async () => {
    await write()
    const kept = [await repaired(), await restored()]
    writeFileSync(join(directory, "backups", "holdfast-2026-01-01.db"), `${word} `.repeat(500))
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
      expect((await repairStore(directory)).kept).not.toBeNull()
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
    await repairStore(directory)
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it("is finished after a restore of a backup from before, which does not bring the session back", async () => {
    await write()
    const backup = await automaticBackup()
    await dieErasing("before clearing the WAL")
    expect(await restoreBackup(directory, backup)).toMatchObject({ sessions: 1, stayErased: [id] })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it("is finished after a restore of a backup that never held the session", async () => {
    const early = join(directory, "early.db")
    await using((store) => store.backup(early))
    await write()
    await automaticBackup()
    await dieErasing("before clearing the backups")
    expect(await restoreBackup(directory, early)).toMatchObject({ stayErased: [] })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })

  it("is finished after a restore in the place of a store that SQLite cannot read any more", async () => {
    await write()
    const backup = await automaticBackup()
    await dieErasing("before clearing the backups")
    const file = join(directory, storeFileName)
    const bytes = readFileSync(file)
    bytes.fill(0, 0, 4096)
    writeFileSync(file, bytes)
    rmSync(`${file}-wal`, { force: true })
    expect(await restoreBackup(directory, backup)).toMatchObject({ stayErased: [id] })
    await expectErased()
    expect(filesWithWord()).toEqual([])
  })
})

describe("a blob of an erased session", () => {
  const bytes = Buffer.from(word)
  const see = (ref: BlobRef, text = "see") => say.input(text, { attachments: [{ ...ref, name: "a" }] })

  const withBlob = async (store: SqliteStore): Promise<BlobRef> => {
    const ref = await store.putBlob(bytes)
    id = await store.open({ ...place })
    await store.append(id, [see(ref)], "intent")
    return ref
  }

  it("stays when somebody has put it again and is about to name it, in another process too", async () => {
    await using(async (store) => {
      const ref = await withBlob(store)
      const elsewhere = openSqliteStore({ directory })
      await elsewhere.putBlob(bytes)
      await store.append(id, [say.input("goes on")], "intent")
      expect((await store.erase(id)).blobs).toBe(0)
      await elsewhere.append(other, [see(ref)], "intent")
      await elsewhere.close()
    })
    tamper("UPDATE marks SET value = 0 WHERE name <> 'indexed'")
    await using(async (store) => expect((await store.verify()).problems).toEqual([]))
    expect(marks()).toEqual(["indexed"])
    expect(filesWithWord()).not.toEqual([])
  })

  it("goes when nobody has named it for an hour", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
      await store.erase(id)
    })
    await using(async () => undefined)
    expect(filesWithWord()).not.toEqual([])
    tamper("UPDATE marks SET value = value - 3600000 WHERE name <> 'indexed'")
    await using(async () => undefined)
    expect(filesWithWord()).toEqual([])
  })

  it("goes at once when it was put again for the session itself", async () => {
    await using(async (store) => {
      const ref = await withBlob(store)
      // In one transaction, at one time of the clock.
      await Promise.all([store.putBlob(bytes), store.append(id, [see(ref, "see again")], "intent")])
      expect((await store.erase(id)).blobs).toBe(1)
    })
    expect(filesWithWord()).toEqual([])
  })

  it("stays when the session has named it before it was put, at whatever time of the clock", async () => {
    await using(async (store) => {
      const ref = await withBlob(store)
      await Promise.all([store.append(id, [see(ref, "see again")], "intent"), store.putBlob(bytes)])
      expect((await store.erase(id)).blobs).toBe(0)
      await store.append(other, [see(ref)], "intent")
    })
  })

  it("does not stay for a put that the clock dated far ahead", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
    })
    tamper("UPDATE marks SET value = value + 172800000 WHERE name <> 'indexed'")
    expect((await erase()).blobs).toBe(1)
    expect(filesWithWord()).toEqual([])
  })

  it("goes from the copies that were made while it was spared, even if the process dies in between", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
      await store.erase(id)
    })
    const kept = [await repaired(), await restored()]
    tamper("UPDATE marks SET value = value + 172800000 WHERE name <> 'indexed'")
    expect(filesWithWord()).toHaveLength(4)
    await dieAt("before PRAGMA journal_mode", "await store.close()", 2)
    expect(filesWithWord()).not.toEqual([])
    await using(async () => undefined)
    expect(filesWithWord()).toEqual([])
    for (const folder of kept) expect((await verifyFile(join(folder, storeFileName))).sessions).toBe(1)
    expect(marks()).toEqual(["indexed"])
  })

  it("stays when somebody puts it once more while it is spared", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
      await store.erase(id)
    })
    tamper("UPDATE marks SET value = 0 WHERE name GLOB 'spared *'")
    await using(async (store) => {
      const ref = await store.putBlob(bytes)
      // Opening a session is followed by what is due in the store; closing does it at once.
      await store.open({ ...place })
      await using(async () => undefined)
      await store.append(other, [see(ref)], "intent")
    })
  })
})

function marks(): string[] {
  const database = connect(join(directory, storeFileName), { readOnly: true })
  const names = database.all<{ name: string }>("SELECT name FROM marks").map(({ name }) => name)
  database.close()
  return names
}

function orphan(file: string): void {
  const copy = connect(file)
  for (const pragma of ["foreign_keys = OFF", "secure_delete = ON"]) copy.exec(`PRAGMA ${pragma}`)
  copy.run("DELETE FROM sessions WHERE id = ?", id)
  copy.close()
}
