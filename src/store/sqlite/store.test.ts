import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeStore } from "../../../test/support/store/conformance.ts"
import type { SqliteOptions } from "./open-core.ts"
import { openSqliteStore } from "./store.ts"

function over(options: SqliteOptions) {
  return () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    return {
      open: () => openSqliteStore({ ...options, directory }),
      destroy: () => rmSync(directory, { recursive: true, force: true }),
    }
  }
}

describeStore("the SQLite store", over({}))
describeStore(
  "the SQLite store, with everything sealed and many snapshots",
  over({ rotateAfterBytes: 250, snapshotAfterEvents: 3 }),
)
