import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { expect, it } from "vitest"
import { begin, refusalOf } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { openSqliteStore } from "../store.ts"

it("forgets the session that was used longest ago first", async () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  let writer: DatabaseSync | undefined
  const store = openSqliteStore({
    directory,
    faults: (_, database) => {
      // The connection that makes the file is closed again.
      if (!writer?.isOpen) writer = database
    },
  })
  try {
    const [used, unused] = [await begin(store), await begin(store)]
    await store.append(used, [say.input("still here")], "intent")
    // With these there is one session more than are remembered.
    await Promise.all(Array.from({ length: 511 }, () => begin(store)))
    // Written by the store's own connection, this is met only by what has to be read from the disk again.
    writer?.exec("UPDATE sessions SET damage = 'told by the disk'")
    expect((await store.append(used, [say.input("remembered")], "intent")).seq).toBe(3)
    expect(await refusalOf(store.append(unused, [say.input("read again")], "intent"))).toMatchObject({
      code: "damaged",
      message: expect.stringContaining("told by the disk"),
    })
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
