import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import type { ForeignEvent } from "../../../session/event.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"
import { repairStore } from "./repair-store.ts"

let directory: string
let store: SqliteStore
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  store = openSqliteStore({ directory })
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

async function repairAfter(...statements: string[]) {
  await store.close()
  const database = connect(join(directory, storeFileName))
  // As the store deletes: otherwise the deleted rows could be salvaged.
  for (const sql of ["PRAGMA secure_delete = ON", ...statements]) database.exec(sql)
  database.close()
  const { lost } = await repairStore(directory)
  store = openSqliteStore({ directory })
  return lost
}

const three = () => [say.input("one"), say.input("two"), say.input("three")]

it.each([
  ["are lost", "DELETE FROM keys"],
  ["have another body", "UPDATE keys SET digest = 'another'"],
  ["lead elsewhere", "UPDATE keys SET result = '3' WHERE key = 'click'"],
  ["belong to nothing", "INSERT INTO keys VALUES (1, 'never', 'd', '3')"],
])("makes keys again that %s: those of several events, and of openings", async (_, sql) => {
  const id = await store.open(place, { key: "open" })
  const click = () => store.append(id, three(), "intent", { key: "click" })
  await click()
  await store.append(id, [say.input("four")], "intent", { key: "next" })
  expect(await repairAfter(sql)).toEqual([])
  expect((await click()).seq).toBe(4)
  expect((await store.append(id, [say.input("four")], "intent", { key: "next" })).seq).toBe(5)
  const other = store.append(id, [say.input("one")], "intent", { key: "click" })
  await expect(other).rejects.toMatchObject({ code: "key-reused" })
  expect((await store.append(id, [say.input("five")], "intent", { key: "never" })).seq).toBe(6)
  expect((await store.verify()).problems).toEqual([])
})

it("makes the key of an opening again where the session was opened, and not where it was taken in", async () => {
  const id = await store.open(place, { key: "open" })
  expect(await repairAfter("DELETE FROM keys", "UPDATE sessions SET messages = 9")).toEqual([])
  expect(await store.open(place, { key: "open" })).toBe(id)
  expect(await repairAfter("DELETE FROM keys", "UPDATE sessions SET messages = 9, foreign_through = 1")).toEqual([])
  expect(await store.open(place, { key: "open" })).not.toBe(id)
})

it("believes what was remembered of an append of which an event is lost", async () => {
  const id = await store.open(place)
  await store.append(id, three(), "intent", { key: "click" })
  await store.append(id, [say.input("four")], "intent")
  const [before] = keysIn()
  expect(await repairAfter("UPDATE events SET body = x'7b7d' WHERE seq = 3")).toMatchObject([{ session: id, seq: 3 }])
  expect(keysIn()).toEqual([before])
})

it("knows turns, inputs and asks again", async () => {
  const id = await store.open(place)
  const lease = await store.acquire(id, { type: "RuntimeHandle" })
  await store.append(id, [say.input("one"), say.started("t1"), say.consumed("one"), say.ask("a1", "t1")], lease)
  await store.append(id, [say.answer("a1"), say.stopped("t1")], lease)
  await store.release(lease)
  expect(await repairAfter("DELETE FROM begun", "UPDATE sessions SET messages = 9")).toEqual([])
  const again = await store.acquire(id, { type: "RuntimeHandle" })
  for (const event of [say.input("one"), say.started("t1"), say.ask("a1")]) {
    await expect(store.append(id, [event], again)).rejects.toMatchObject({
      code: expect.stringMatching(/illegal|stopped/),
    })
  }
  expect((await store.verify()).problems).toEqual([])
})

it("lists the blobs of events of a newer Holdfast again, so that they can be erased", async () => {
  const id = await store.open(place)
  const bytes = new TextEncoder().encode("drawn by a newer one")
  const { blob } = await store.putBlob(bytes)
  const [opened] = (await Array.fromAsync(store.read(id, { asStored: true }))) as ForeignEvent[]
  if (!opened) throw new Error("there is no event")
  const drawn = {
    ...opened,
    id: "drawn",
    seq: 2,
    type: "image.drawn",
    data: { picture: { blob, bytes: bytes.length } },
  }
  await store.adopt({ id, events: [opened, drawn], blobs: [{ bytes }] })
  expect(await repairAfter("DELETE FROM blob_refs", "UPDATE sessions SET messages = 9")).toEqual([])
  expect(refsIn()).toEqual([{ hash: blob }])
  expect((await store.verify()).problems).toEqual([])
})

function refsIn() {
  const database = connect(join(directory, storeFileName))
  const rows = database.all("SELECT hash FROM blob_refs")
  database.close()
  return rows
}

function keysIn() {
  const database = connect(join(directory, storeFileName))
  const rows = database.all("SELECT session, key, digest, result FROM keys")
  database.close()
  return rows
}
