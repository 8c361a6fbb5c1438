import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { SqliteOptions } from "../../src/store/sqlite/open-core.ts"
import { openSqliteStore, type SqliteStore } from "../../src/store/sqlite/store.ts"
import { type Actor, startActor } from "./process.ts"

export type Scene = {
  /** Starts a process that has the store open. */
  start(options?: SqliteOptions): Promise<Actor>
  /** Lends the store to the test, in this process. */
  use<T>(work: (store: SqliteStore) => Promise<T>): Promise<T>
}

/** A new store, and the processes that are started on it: all gone when the test is over. */
export function scene(): Scene {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const actors: Promise<Actor>[] = []
  onTestFinished(async () => {
    await Promise.allSettled(actors.map(async (actor) => (await actor).kill()))
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    start(options = {}) {
      const actor = startActor({ directory, ...options })
      actors.push(actor)
      return actor
    },
    async use(work) {
      const store = openSqliteStore({ directory })
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    },
  }
}
