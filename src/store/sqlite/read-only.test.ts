import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { afterEach, expect, it, vi } from "vitest"
import { place } from "../../../test/support/store/conformance/scene.ts"
import { connect } from "./database.ts"
import { storeFileName } from "./file.ts"
import { openSqliteStore } from "./store.ts"

afterEach(() => vi.useRealTimers())

it("does not answer for leases in a store that is open only to look", async () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const store = openSqliteStore({ directory })
  await store.open({ ...place })
  await store.close()
  const database = connect(join(directory, storeFileName))
  database.run("INSERT OR REPLACE INTO leases (session, epoch, owner, asked_at) VALUES (1, 1, 'elsewhere', 1)")
  database.close()
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on("warning", note)
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const looking = openSqliteStore({ directory, readOnly: true })
  try {
    await vi.advanceTimersByTimeAsync(60_000)
    // A beat would write in the next round of the event loop, and warn in the one after.
    for (let round = 0; round < 3; round++) await setImmediate()
    expect(warnings).toEqual([])
  } finally {
    process.off("warning", note)
    await looking.close()
    rmSync(directory, { recursive: true })
  }
})
