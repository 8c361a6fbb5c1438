import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { openStore, type Store, type StoreOptions } from "../../src/index.ts"

export type Scene = { directory: string; store: Store }

/** A store in a directory of its own, gone when the test is over. */
export function scene(options: Omit<StoreOptions, "directory"> = {}): Scene {
  const directory = emptyDirectory()
  const store = openStore({ directory, ...options })
  onTestFinished(() => store.close())
  return { directory, store }
}

export function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
