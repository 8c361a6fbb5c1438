import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { logOf, place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { permissionsHere } from "../../../session/view/permission.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore } from "../store.ts"
import { restoreBackup } from "./restore-backup.ts"

let directory: string
let backup: string
let id: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  backup = join(directory, "mine.db")
  const store = openSqliteStore({ directory })
  id = await store.open({ ...place, title: "kept" })
  await store.append(id, [say.input("before the backup")], "intent")
  await store.backup(backup)
  await store.append(id, [say.input("after the backup")], "intent")
  await store.close()
})
afterEach(() => rmSync(directory, { recursive: true }))

const heads = async (where: string) => {
  const store = openSqliteStore({ directory: where })
  const log = await logOf(store, id)
  expect((await store.verify()).problems).toEqual([])
  await store.close()
  return log.length
}

describe("restore", () => {
  it("puts the backup into place, leaves it as it is, and keeps what was there", async () => {
    const bytes = readFileSync(backup)
    const { kept, ...rest } = await restoreBackup(directory, backup)
    expect(rest).toEqual({ origin: "own", unreadable: null, sessions: 1, events: 2, blobs: 0, stayErased: [] })
    expect(await heads(directory)).toBe(2)
    expect(await heads(kept ?? "")).toBe(3)
    expect(readFileSync(backup).equals(bytes)).toBe(true)
    expect(statSync(join(directory, storeFileName)).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory).filter((name) => /\.new|part|-wal/.test(name))).toEqual([])
  })

  it("makes a store where there was none", async () => {
    const empty = join(directory, "elsewhere")
    expect(await restoreBackup(empty, backup)).toMatchObject({ kept: null, sessions: 1 })
    expect(await heads(empty)).toBe(2)
  })

  it("knows a backup of its own wherever that lies, and takes one from elsewhere for a log of others", async () => {
    const away = mkdtempSync(join(tmpdir(), "holdfast-"))
    const [far, own] = [join(away, "far"), join(away, "own.db")]
    const store = openSqliteStore({ directory })
    await store.append(id, [{ type: "session.configured", data: { permissionMode: "allow" } }], "intent")
    await store.setSetting("trusted-rules", ["a hash"])
    await store.setSetting(`draft:${id}`, "words")
    await store.backup(own)
    await store.close()
    const look = async (where: string, backup: string) => {
      const { origin } = await restoreBackup(where, backup)
      const restored = openSqliteStore({ directory: where })
      const { foreignThrough } = await restored.row(id)
      const { permission } = permissionsHere(await restored.state(id), foreignThrough)
      const settings = [await restored.setting("trusted-rules"), await restored.setting(`draft:${id}`)]
      expect((await restored.verify()).problems).toEqual([])
      await restored.close()
      return { origin, foreignThrough, mode: permission.mode, settings }
    }
    expect(await look(directory, own)).toEqual({
      origin: "own",
      foreignThrough: 0,
      mode: "allow",
      settings: [["a hash"], "words"],
    })
    expect(await look(far, own)).toEqual({
      origin: "foreign",
      foreignThrough: 4,
      mode: "read-only",
      settings: [undefined, "words"],
    })
    rmSync(away, { recursive: true })
  })

  it.each([
    ["is empty", (file: string) => writeFileSync(file, "")],
    [
      "leads to itself",
      (file: string) => {
        rmSync(file)
        symlinkSync(file, file)
      },
    ],
  ])(
    "says so where the file that would show that it is ours %s, and takes the backup for another's",
    async (_, spoil) => {
      const backup = join(mkdtempSync(join(tmpdir(), "holdfast-")), "own.db")
      const store = openSqliteStore({ directory })
      await store.backup(backup)
      await store.close()
      const file = join(directory, "identity")
      spoil(file)
      const { origin, unreadable } = await restoreBackup(directory, backup)
      expect({ origin, unreadable }).toEqual({ origin: "foreign", unreadable: expect.stringContaining(`${file} (`) })
      rmSync(dirname(backup), { recursive: true })
    },
  )

  it("does not bring back what was erased since, and tells it", async () => {
    const store = openSqliteStore({ directory })
    const later = await store.open({ ...place })
    await store.erase(id)
    await store.erase(later)
    await store.close()
    expect(await restoreBackup(directory, backup)).toMatchObject({ sessions: 0, events: 0, stayErased: [id] })
    const again = openSqliteStore({ directory })
    for (const erased of [id, later]) await expect(again.row(erased)).rejects.toMatchObject({ code: "erased" })
    await again.close()
    expect(readFileSync(join(directory, storeFileName)).includes("before the backup")).toBe(false)
  })

  it("refuses a damaged backup, one of another program and one that is not there, and changes nothing", async () => {
    const before = readFileSync(join(directory, storeFileName))
    const damaged = join(directory, "damaged.db")
    const bytes = readFileSync(backup)
    bytes[bytes.indexOf("before the backup") + 1] = 0x21
    writeFileSync(damaged, bytes)
    await expect(restoreBackup(directory, damaged)).rejects.toMatchObject({ code: "damaged" })
    const foreign = join(directory, "foreign.db")
    const database = connect(foreign)
    database.exec("CREATE TABLE things (n)")
    database.close()
    await expect(restoreBackup(directory, foreign)).rejects.toMatchObject({ code: "invalid" })
    await expect(restoreBackup(directory, join(directory, "none.db"))).rejects.toMatchObject({
      code: "storage-missing",
    })
    expect(readFileSync(join(directory, storeFileName)).equals(before)).toBe(true)
    expect(existsSync(join(directory, `${storeFileName}.new`))).toBe(false)
  })

  it.each([
    ["-wal", "PRAGMA wal_autocheckpoint = 0; UPDATE settings SET value = '2'"],
    [
      "-journal",
      "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; UPDATE blobs SET data = randomblob(300000)",
    ],
  ])("takes in what a crash left in the %s beside, and leaves that as it is", async (suffix, sql) => {
    const store = openSqliteStore({ directory })
    const { blob } = await store.putBlob(randomBytes(300_000))
    await store.setSetting("draft:n", 1)
    await store.close()
    const file = join(directory, storeFileName)
    const script = `
      const database = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(file)})
      database.exec(${JSON.stringify(sql)})
      process.kill(process.pid, "SIGKILL")`
    expect(spawnSync(process.execPath, ["-e", script], { stdio: "inherit" }).signal).toBe("SIGKILL")
    const beside = () => [file, file + suffix].map((path) => readFileSync(path))
    const before = beside()
    const otherDirectory = join(directory, "elsewhere")
    expect(await restoreBackup(otherDirectory, file)).toMatchObject({ sessions: 1, events: 3, blobs: 1 })
    expect(beside()).toEqual(before)
    const copy = openSqliteStore({ directory: otherDirectory })
    expect(await copy.setting("draft:n")).toBe(suffix === "-wal" ? 2 : 1)
    expect(await copy.blob(blob)).toHaveLength(300_000)
    await copy.close()
  })

  it("is refused while the store is open", async () => {
    const store = openSqliteStore({ directory })
    await expect(restoreBackup(directory, backup)).rejects.toMatchObject({ code: "storage-busy" })
    await store.close()
  })
})
