import { expect, it } from "vitest"
import { HoldfastError } from "../../session/error.ts"
import { openMemoryStore } from "../../store/memory/memory-store.ts"
import { logTo } from "../log.ts"
import { waitForLease } from "./wait-for-lease.ts"

const log = logTo(() => undefined, "error")

it("looks again at a session whose row could not be read for the storage", async () => {
  const store = openMemoryStore()
  const id = await store.open({ workspace: "/projects/app", project: "/projects/app" })
  let reads = 0
  const row: typeof store.row = (session) => {
    if (++reads === 1) throw new HoldfastError("storage-full", "The disk is full.")
    return store.row(session)
  }
  const freed = await new Promise<string>((resolve) => {
    waitForLease({ store: { row, changes: store.changes }, log, onFree: resolve }).add(id)
  })
  expect(freed).toBe(id)
  await store.close()
})
