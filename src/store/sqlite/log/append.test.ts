import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { logOf, place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import type { Store } from "../../contract.ts"
import { connect, type Faults } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore } from "../store.ts"

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Lets the disk fail after some rows of a table are written, and tells of each transaction that is undone. */
function failing(table: string, isDue: () => boolean, onUndone: () => void): Faults {
  return (point) => {
    if (point === `after INSERT ${table}` && isDue()) {
      throw Object.assign(new Error("disk I/O error (made up)"), { code: "ERR_SQLITE_ERROR", errcode: 10 })
    }
    if (point === "after ROLLBACK") onUndone()
  }
}

/** What another process does that finds damage: the session can only be read from then on. */
function quarantine(id: string): void {
  const other = connect(join(directory, storeFileName))
  other.run("UPDATE sessions SET damaged_from = 1, damage = 'found elsewhere' WHERE id = ?", id)
  other.close()
}

/**
 * Does something with two sessions at once. First both are undone, then each is tried alone: the first is written, the
 * second fails once more, and by then the first cannot be read again.
 */
async function halfWritten(table: string, work: (store: Store, first: string, second: string) => Promise<unknown>[]) {
  let written = 0
  let undone = 0
  let armed = false
  let damaged = ""
  const faults = failing(
    table,
    () => armed && ++written % 2 === 0,
    () => {
      undone++
      if (armed && undone === 2) quarantine(damaged)
    },
  )
  const store = openSqliteStore({ directory, faults })
  const [first, second] = [await store.open(place), await store.open(place)]
  damaged = first
  armed = true
  const outcomes = await Promise.allSettled(work(store, first, second))
  armed = false
  expect(undone).toBe(2)
  return { store, first, second, outcomes }
}

it("acknowledges what is on the disk, though what it knew of the session is gone and cannot be read again", async () => {
  const { store, first, second, outcomes } = await halfWritten("events", (store, first, second) => [
    store.append(first, [say.input("kept")], "intent"),
    store.append(second, [say.input("not kept")], "intent"),
  ])
  expect(outcomes).toMatchObject([
    { status: "fulfilled", value: { seq: 2 } },
    { status: "rejected", reason: { code: "storage-io" } },
  ])
  expect((await logOf(store, first)).map(({ type }) => type)).toEqual(["session.opened", "input.accepted"])
  expect(await logOf(store, second)).toHaveLength(1)
  // What could not be read is told to the next one who needs it.
  await expect(store.append(first, [say.input("more")], "intent")).rejects.toMatchObject({ code: "damaged" })
  expect((await store.append(second, [say.input("goes on")], "intent")).seq).toBe(2)
  await store.close()
})

it("gives the lease that is on the disk in the same way", async () => {
  const { store, first, second, outcomes } = await halfWritten("leases", (store, first, second) => [
    store.acquire(first, { type: "RuntimeHandle" }),
    store.acquire(second, { type: "RuntimeHandle" }),
  ])
  expect(outcomes).toMatchObject([
    { status: "fulfilled", value: { session: first, epoch: 1 } },
    { status: "rejected", reason: { code: "storage-io" } },
  ])
  expect((await store.acquire(second, { type: "RuntimeHandle" })).epoch).toBe(1)
  await store.close()
})
