import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { begin } from "../../../../test/support/store/conformance/scene.ts"
import { countedLog, longLog } from "../../../../test/support/store/long-log.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true }))

const headOf = async (store: SqliteStore, id: string) =>
  (await store.list()).items.find((row) => row.id === id)?.seq ?? "absent"

describe("adopting a long log", () => {
  const log = longLog()
  const whole = log.events.length

  it("lets others read and write meanwhile, who see all of it or nothing", async () => {
    const store = openSqliteStore({ directory })
    const id = await begin(store)
    const adopting = store.adopt(log)
    const said = store.append(id, [{ type: "session.described", data: { title: "Meanwhile" } }], "intent")
    let looks = 0
    let seen = await headOf(store, log.id)
    for (; seen === "absent"; looks++) {
      await new Promise((resolve) => setImmediate(resolve))
      seen = await headOf(store, log.id)
    }
    expect(seen).toBe(whole)
    // Made ready in one go and written in one go, it would be two.
    expect(looks).toBeGreaterThan(4)
    expect((await said).seq).toBe(2)
    expect(await adopting).toEqual({ id: log.id, outcome: "imported", events: whole })
    expect((await store.verify()).problems).toEqual([])
    await store.close()
  })

  it("does not even look at it in one go", async () => {
    const store = openSqliteStore({ directory })
    const counted = countedLog(longLog(60_000))
    const adopting = store.adopt(counted.log)
    expect(counted.seen()).toBeLessThan(60_001)
    expect(await adopting).toMatchObject({ outcome: "imported", events: 60_001 })
    await store.close()
  })

  it.each([
    ["while it is made ready", "absent", "imported"],
    ["while it is written", "absent", "imported"],
    ["before COMMIT", "absent", "imported"],
    ["after COMMIT", whole, "unchanged"],
  ])("is whole or absent after a kill %s, and can be tried again", async (where, head, outcome) => {
    const adopter = fileURLToPath(new URL("../../../../test/support/store/adopter.ts", import.meta.url))
    const { signal, stdout } = spawnSync(process.execPath, [adopter, directory, where], { encoding: "utf8" })
    expect({ signal, stdout }).toEqual({ signal: "SIGKILL", stdout: "" })
    const store = openSqliteStore({ directory })
    expect(await headOf(store, log.id)).toBe(head)
    expect((await store.verify()).problems).toEqual([])
    expect(await store.adopt(log)).toMatchObject({ outcome })
    expect(await headOf(store, log.id)).toBe(whole)
    expect((await store.verify()).problems).toEqual([])
    await store.close()
  })
})
