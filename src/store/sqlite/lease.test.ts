import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { place } from "../conformance/scene.ts"
import * as say from "../conformance/script.ts"
import { thisProcess } from "../owner.ts"
import { openSqliteStore, type SqliteStore } from "./store.ts"

const leaseTtlMs = 3_600_000
const owner = { type: "RuntimeHandle" }

let directory: string
let stores: SqliteStore[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  stores = []
})
afterEach(async () => {
  for (const store of stores) await store.close()
  rmSync(directory, { recursive: true })
})

/** A store as a process on another host has it open, with a clock that the test sets. */
function onHost(host: string, startedAt: number) {
  const time = { now: startedAt }
  const identity = { ...thisProcess(), host }
  const open = () => {
    const store = openSqliteStore({ directory, identity, leaseTtlMs, clock: () => time.now })
    stores.push(store)
    return store
  }
  return { store: open(), open, time }
}

const refused = (store: SqliteStore, id: string) =>
  expect(store.acquire(id, owner)).rejects.toMatchObject({ code: "owned" })

describe("the lease of an owner on another host", () => {
  it("is taken only after waiting on one's own clock, whatever those of other hosts show", async () => {
    const driver = onHost("first", 5_000_000)
    const id = await driver.store.open({ ...place })
    const lease = await driver.store.acquire(id, owner)
    const slow = onHost("slow", 7)
    const fast = onHost("fast", 900_000_000)
    await refused(slow.store, id)
    await refused(fast.store, id)
    fast.time.now += leaseTtlMs - 1
    await refused(fast.store, id)
    await refused(slow.store, id)
    await driver.store.append(id, [say.described({ title: "still driven" })], lease)
    fast.time.now += 1
    expect((await fast.store.acquire(id, owner)).epoch).toBe(lease.epoch + 1)
  })

  it("is waited for across the processes of a host, and from anew after it was started again", async () => {
    const driver = onHost("first", 0)
    const id = await driver.store.open({ ...place })
    await driver.store.acquire(id, owner)
    const asker = onHost("second", leaseTtlMs)
    await refused(asker.store, id)
    asker.time.now = 1
    await refused(asker.open(), id)
    asker.time.now += leaseTtlMs
    await asker.open().acquire(id, owner)
  })
})
