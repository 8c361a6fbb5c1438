import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { beginDriven, place, refusalOf } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { openLimited } from "../../../../test/support/store/limited-file.ts"
import type { Lease, Store } from "../../contract.ts"
import { openSqliteStore } from "../store.ts"

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true }))

const enough = 1000
const text = "y".repeat(200_000)

type Unreleased = { store: Store; limit(morePages: number): void; id: string; lease: Lease; intent: number }

/** A session that has streamed more than there is room for, and whose lease was to be given back. */
async function failToRelease(): Promise<Unreleased> {
  const { store, limit } = openLimited(directory)
  const { id, lease, drive } = await beginDriven(store)
  const intent = await drive(say.started("t1"), say.asked("t1"))
  limit(0)
  store.checkpoint(lease, intent, { channel: "text", offset: 0, text })
  expect(await refusalOf(store.release(lease))).toMatchObject({ code: "storage-full" })
  return { store, limit, id, lease, intent }
}

describe("a lease that could not be given back", () => {
  it("drives no more, and what was streamed under it is still shown", async () => {
    const { store, limit, id, lease, intent } = await failToRelease()
    expect((await store.row(id)).status).toBe("interrupted")
    const late = store.append(id, [say.described({ title: "late" })], lease)
    expect(await refusalOf(late)).toMatchObject({ code: "fenced" })
    store.checkpoint(lease, intent, { channel: "text", offset: text.length, text: "late" })
    expect(await store.partials(id)).toEqual(new Map([[intent, { text }]]))
    limit(enough)
    await store.close()
  })

  it("is taken anew by this store when there is room, with all that was streamed", async () => {
    const { store, limit, id, lease, intent } = await failToRelease()
    expect(await refusalOf(store.acquire(id, { type: "Second" }))).toMatchObject({ code: "storage-full" })
    limit(enough)
    const second = await store.acquire(id, { type: "Second" })
    expect(second.epoch).toBe(lease.epoch + 1)
    expect(await store.partials(id)).toEqual(new Map([[intent, { text }]]))
    // Given back once more, the first one does no harm to the second.
    await store.release(lease)
    await store.append(id, [say.described({ title: "on" })], second)
    await store.close()
  })

  it("is given back by itself when there is room, for those elsewhere too", async () => {
    const { store, limit, id, lease, intent } = await failToRelease()
    const other = openSqliteStore({ directory })
    expect((await other.row(id)).status).toBe("running")
    const changes = other.changes()[Symbol.asyncIterator]()
    await changes.next()
    limit(enough)
    expect((await changes.next()).value).toMatchObject({ sessions: [id] })
    expect((await other.acquire(id, { type: "Other" })).epoch).toBe(lease.epoch + 1)
    expect(await other.partials(id)).toEqual(new Map([[intent, { text }]]))
    await changes.return?.()
    await other.close()
    await store.close()
  })

  it("keeps nobody else from appending", async () => {
    const { store, limit } = await failToRelease()
    limit(20)
    expect((await store.append(await store.open(place), [say.described({ title: "new" })], "intent")).seq).toBe(2)
    limit(enough)
    await store.close()
  })

  it("is given back when the store is closed", async () => {
    const { store, limit, id, intent } = await failToRelease()
    expect(await refusalOf(store.close())).toMatchObject({ code: "storage-full" })
    limit(enough)
    await store.close()
    const other = openSqliteStore({ directory })
    expect((await other.row(id)).status).toBe("interrupted")
    expect(await other.partials(id)).toEqual(new Map([[intent, { text }]]))
    await other.close()
  })
})
