import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, unlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { begin, logOf, refusalOf } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore } from "../store.ts"

/** A store that is open, with a session in it. */
async function openStoreFiles() {
  const root = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const directory = join(root, "data")
  const store = openSqliteStore({ directory })
  const id = await begin(store)
  const file = (end: string) => join(directory, storeFileName + end)
  return { root, directory, store, id, file }
}

type StoreFiles = Awaited<ReturnType<typeof openStoreFiles>>

const losses: Array<[string, (files: StoreFiles) => void]> = [
  ["its file was moved away", ({ file }) => renameSync(file(""), file(".away"))],
  [
    "its file was replaced by a copy",
    ({ file }) => {
      cpSync(file(""), file(".copy"))
      renameSync(file(".copy"), file(""))
    },
  ],
  ["its WAL was deleted", ({ file }) => unlinkSync(file("-wal"))],
  ["its shared memory was deleted", ({ file }) => unlinkSync(file("-shm"))],
  ["its directory was moved away", ({ root, directory }) => renameSync(directory, join(root, "away"))],
  ["its directory was deleted", ({ directory }) => rmSync(directory, { recursive: true })],
]

it.each(losses)("acknowledges nothing more once %s", async (_, lose) => {
  const files = await openStoreFiles()
  const { store, id } = files
  const append = () => store.append(id, [say.input("lost?")], "intent")
  lose(files)
  for (const work of [append, append, () => store.setSetting("draft", "lost?"), () => store.row(id)]) {
    const refusal = await refusalOf(work)
    expect(refusal).toMatchObject({ code: "storage-missing" })
    expect(refusal.message).toContain("moved, replaced or deleted")
  }
  await store.close()
})

it("acknowledges nothing that is moved away within the transaction, and keeps what was acknowledged", async () => {
  const { root, directory, id, store } = await openStoreFiles()
  await store.close()
  const away = join(root, "away")
  const faults = (point: string) => {
    if (point !== "after COMMIT" || !armed) return
    armed = false
    renameSync(directory, away)
  }
  let armed = false
  const moved = openSqliteStore({ directory, faults })
  await moved.append(id, [say.input("kept")], "intent")
  armed = true
  expect(await refusalOf(moved.append(id, [say.input("lost?")], "intent"))).toMatchObject({ code: "storage-missing" })
  // Put back, it is not taken for whole by those who had it open: others could have written meanwhile.
  renameSync(away, directory)
  expect(await refusalOf(moved.append(id, [say.input("lost?")], "intent"))).toMatchObject({ code: "storage-missing" })
  await moved.close()
  const again = openSqliteStore({ directory })
  expect((await logOf(again, id)).map(({ data }) => (data as { text?: string }).text)).toContain("kept")
  await again.append(id, [say.input("on")], "intent")
  await again.close()
})

it("ends what follows a log that is not there any more", async () => {
  const { store, id, directory } = await openStoreFiles()
  const followed = Array.fromAsync(store.follow(id, { after: 0 }))
  rmSync(directory, { recursive: true })
  expect(await refusalOf(followed)).toMatchObject({ code: "storage-missing" })
  await store.close()
})

it("leaves the WAL alone of whoever has taken its place", async () => {
  const { root, directory, store } = await openStoreFiles()
  const away = join(root, "away")
  renameSync(directory, away)
  const other = openSqliteStore({ directory })
  const id = await begin(other)
  await store.close()
  expect(readdirSync(directory)).toContain(`${storeFileName}-wal`)
  expect((await other.append(id, [say.input("kept")], "intent")).seq).toBe(2)
  await other.close()
  const again = openSqliteStore({ directory })
  expect(await logOf(again, id)).toHaveLength(2)
  await again.close()
})
