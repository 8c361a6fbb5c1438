import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect } from "vitest"
import type { EraseOptions } from "../../../src/store/contract.ts"
import { connect } from "../../../src/store/sqlite/database.ts"
import { storeFileName } from "../../../src/store/sqlite/file.ts"
import { nextBackup } from "../../../src/store/sqlite/maintenance/backup.ts"
import { repairStore } from "../../../src/store/sqlite/rescue/repair-store.ts"
import { restoreBackup } from "../../../src/store/sqlite/rescue/restore-backup.ts"
import { openSqliteStore, type SqliteStore } from "../../../src/store/sqlite/store.ts"
import { place } from "./conformance/scene.ts"
import * as say from "./conformance/script.ts"

/** What the session says that is to be erased: no file may hold it afterwards. */
export const word = "zebrafinch"

/** A store with one session that stays, for each test: `id` is the one to erase. */
export function setErasureScene() {
  const scene = { directory: "", id: "", other: "" }

  beforeEach(async () => {
    scene.directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    scene.other = await using((store) => store.open({ ...place, title: "before" }))
  })
  afterEach(() => rmSync(scene.directory, { recursive: true }))

  async function using<T>(work: (store: SqliteStore) => Promise<T>): Promise<T> {
    const store = openSqliteStore({ directory: scene.directory })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  const write = () =>
    using(async (store) => {
      scene.id = await store.open({ ...place })
      await store.append(scene.id, [say.input(word)], "intent")
    })

  const erase = () => using((store) => store.erase(scene.id))

  async function automaticBackup(): Promise<string> {
    const to = nextBackup(scene.directory)
    await using((store) => store.backup(to))
    return to
  }

  function tamper(...statements: string[]): void {
    const database = connect(join(scene.directory, storeFileName))
    for (const pragma of ["foreign_keys = OFF", "secure_delete = ON"]) database.exec(`PRAGMA ${pragma}`)
    for (const sql of statements) database.exec(sql)
    database.close()
  }

  async function repaired(): Promise<string> {
    tamper("UPDATE sessions SET messages = 99")
    return (await repairStore(scene.directory)).kept ?? ""
  }

  async function restored(): Promise<string> {
    const backup = await automaticBackup()
    return (await restoreBackup(scene.directory, backup)).kept ?? ""
  }

  const filesWithWord = () =>
    readdirSync(scene.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file).includes(word))

  /** Erases in a process of its own, which dies at a fault point. */
  const dieErasing = (point: string, options: EraseOptions = {}) =>
    dieAt(point, `await store.erase(${JSON.stringify(scene.id)}, ${JSON.stringify(options)})`)

  /** Works in a process of its own, which dies when it comes to a fault point for the nth time. */
  async function dieAt(point: string, work: string, nth = 1): Promise<void> {
    const script = `
      import { openSqliteStore } from ${JSON.stringify(storeModule)}
      let left = ${nth}
      const faults = (point) => { if (point === ${JSON.stringify(point)} && --left === 0) process.kill(process.pid, "SIGKILL") }
      const store = openSqliteStore({ directory: ${JSON.stringify(scene.directory)}, faults })
      ${work}`
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" })
    const [, signal] = (await once(child, "exit")) as [number | null, string | null]
    expect(signal).toBe("SIGKILL")
  }

  const expectErased = () =>
    using(async (store) => {
      await expect(store.row(scene.id)).rejects.toMatchObject({ code: "erased" })
      expect(await store.row(scene.other)).toMatchObject({ title: "before" })
    })

  return {
    scene,
    using,
    write,
    erase,
    automaticBackup,
    tamper,
    repaired,
    restored,
    filesWithWord,
    dieErasing,
    dieAt,
    expectErased,
  }
}

const storeModule = fileURLToPath(new URL("../../../src/store/sqlite/store.ts", import.meta.url))
