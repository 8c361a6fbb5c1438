import { renameSync } from "node:fs"
import { expect, it } from "vitest"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { conversation, send, streams, until, words } from "./faults/log.ts"
import { setScene } from "./scene.ts"

it("says so when its data were moved away, ends in time, and keeps what it acknowledged", async () => {
  const scene = await setScene()
  const id = await scene.open([{ text: words(400), chunkChars: 5, chunkDelayMs: 20 }])
  await send(scene.client, id, "What is in the README?")
  await until(scene.server.context.store, id, streams("word"))
  const away = `${scene.home}-away`
  renameSync(scene.home, away)
  await expect(send(scene.client, id, "Lost?")).rejects.toMatchObject({
    status: 500,
    code: "storage-missing",
    message: expect.stringContaining("moved, replaced or deleted"),
  })
  const { status, deep } = await scene.client.call("GET /api/health", {})
  expect([status, deep?.store.status]).toEqual(["degraded", "failed"])
  await scene.server.close()
  const store = openSqliteStore({ directory: away })
  expect((await conversation(store, id))[0]).toBe("What is in the README?")
  expect(await conversation(store, id)).not.toContain("Lost?")
  await store.close()
})
