import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { setErasureScene, word } from "../../../../test/support/store/erasure.ts"
import type { BlobRef } from "../../../session/event/common.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { verifyFile } from "../rescue/verify.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"

const { scene, using, erase, tamper, repaired, restored, filesWithWord, dieAt } = setErasureScene()

describe("a blob of an erased session", () => {
  const bytes = Buffer.from(word)
  const see = (ref: BlobRef, text = "see") => say.input(text, { attachments: [{ ...ref, name: "a" }] })

  const withBlob = async (store: SqliteStore): Promise<BlobRef> => {
    const ref = await store.putBlob(bytes)
    scene.id = await store.open({ ...place })
    await store.append(scene.id, [see(ref)], "intent")
    return ref
  }

  it("stays when somebody has put it again and is about to name it, in another process too", async () => {
    await using(async (store) => {
      const ref = await withBlob(store)
      const otherStore = openSqliteStore({ directory: scene.directory })
      await otherStore.putBlob(bytes)
      await store.append(scene.id, [say.input("goes on")], "intent")
      expect((await store.erase(scene.id)).blobs).toBe(0)
      await otherStore.append(scene.other, [see(ref)], "intent")
      await otherStore.close()
    })
    tamper("UPDATE marks SET value = 0 WHERE name <> 'indexed'")
    await using(async (store) => expect((await store.verify()).problems).toEqual([]))
    expect(marks()).toEqual(["indexed"])
    expect(filesWithWord()).not.toEqual([])
  })

  it("goes when nobody has named it for an hour", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
      await store.erase(scene.id)
    })
    await using(async () => undefined)
    expect(filesWithWord()).not.toEqual([])
    tamper("UPDATE marks SET value = value - 3600000 WHERE name <> 'indexed'")
    await using(async () => undefined)
    expect(filesWithWord()).toEqual([])
  })

  it("goes at once when it was put again for the session itself", async () => {
    await using(async (store) => {
      const ref = await withBlob(store)
      // In one transaction, at one time of the clock.
      await Promise.all([store.putBlob(bytes), store.append(scene.id, [see(ref, "see again")], "intent")])
      expect((await store.erase(scene.id)).blobs).toBe(1)
    })
    expect(filesWithWord()).toEqual([])
  })

  it("stays when the session has named it before it was put, at whatever time of the clock", async () => {
    await using(async (store) => {
      const ref = await withBlob(store)
      await Promise.all([store.append(scene.id, [see(ref, "see again")], "intent"), store.putBlob(bytes)])
      expect((await store.erase(scene.id)).blobs).toBe(0)
      await store.append(scene.other, [see(ref)], "intent")
    })
  })

  it("does not stay for a put that the clock dated far ahead", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
    })
    tamper("UPDATE marks SET value = value + 172800000 WHERE name <> 'indexed'")
    expect((await erase()).blobs).toBe(1)
    expect(filesWithWord()).toEqual([])
  })

  it("goes from the copies that were made while it was spared, even if the process dies in between", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
      await store.erase(scene.id)
    })
    const kept = [await repaired(), await restored()]
    tamper("UPDATE marks SET value = value + 172800000 WHERE name <> 'indexed'")
    expect(filesWithWord()).toHaveLength(4)
    await dieAt("before PRAGMA journal_mode", "await store.close()", 2)
    expect(filesWithWord()).not.toEqual([])
    await using(async () => undefined)
    expect(filesWithWord()).toEqual([])
    for (const folder of kept) expect((await verifyFile(join(folder, storeFileName))).sessions).toBe(1)
    expect(marks()).toEqual(["indexed"])
  })

  it("stays when somebody puts it once more while it is spared", async () => {
    await using(async (store) => {
      await withBlob(store)
      await store.putBlob(bytes)
      await store.erase(scene.id)
    })
    tamper("UPDATE marks SET value = 0 WHERE name GLOB 'spared *'")
    await using(async (store) => {
      const ref = await store.putBlob(bytes)
      // Opening a session is followed by what is due in the store; closing does it at once.
      await store.open({ ...place })
      await using(async () => undefined)
      await store.append(scene.other, [see(ref)], "intent")
    })
  })
})

function marks(): string[] {
  const database = connect(join(scene.directory, storeFileName), { readOnly: true })
  const names = database
    .all<{ name: string }>("SELECT name FROM marks WHERE name NOT GLOB 'changed *'")
    .map(({ name }) => name)
  database.close()
  return names
}
