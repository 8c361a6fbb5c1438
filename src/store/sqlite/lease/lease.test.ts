import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { thisProcess } from "../../owner.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"

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

const lossIn = (events: readonly { type: string; data: object }[]) => {
  const { data } = events.findLast(({ type }) => type === "session.owned") ?? {}
  return data && "lost" in data ? data.lost : undefined
}

describe("the lease of an owner that was lost", () => {
  /** A store as a process has it open that has ended since. */
  function asLost({ boot }: { boot?: string } = {}) {
    const pid = spawnSync("true").pid
    const self = thisProcess()
    const identity = { ...self, pid, startedAt: "1", boot: boot ?? self.boot }
    const store = openSqliteStore({ directory, identity })
    stores.push(store)
    return store
  }

  async function lossesOf(drivers: readonly SqliteStore[], owners: readonly (typeof owner & { subRun?: boolean })[]) {
    const ids: string[] = []
    for (const [index, each] of owners.entries()) {
      const store = drivers[index % drivers.length]
      if (!store) continue
      const id = await store.open({ ...place })
      await store.acquire(id, each)
      ids.push(id)
    }
    const here = openSqliteStore({ directory })
    stores.push(here)
    const losses: unknown[] = []
    for (const id of ids) {
      await here.acquire(id, owner)
      const events = await Array.fromAsync(here.read(id))
      losses.push(lossIn(events))
    }
    return losses
  }

  it("is recorded as lost alone, or with the other sessions of its process, for each of them", async () => {
    expect(await lossesOf([asLost()], [owner])).toEqual(["alone"])
    expect(await lossesOf([asLost()], [owner, owner, owner])).toEqual(["with-others", "with-others", "with-others"])
    expect(await lossesOf([asLost(), asLost()], [owner, owner])).toEqual(["alone", "alone"])
  })

  it("is lost alone with the sub-run that it drove", async () => {
    expect(await lossesOf([asLost()], [owner, { ...owner, subRun: true }])).toEqual(["alone", "alone"])
  })

  it("is recorded as lost by a restart of the host where that ran anew since", async () => {
    expect(await lossesOf([asLost({ boot: "another" })], [owner, owner])).toEqual(["host-restart", "host-restart"])
  })

  it("says nothing of one that was released", async () => {
    const first = openSqliteStore({ directory })
    stores.push(first)
    const id = await first.open({ ...place })
    await first.release(await first.acquire(id, owner))
    await first.acquire(id, owner)
    const events = await Array.fromAsync(first.read(id))
    expect(lossIn(events)).toBeUndefined()
  })
})
