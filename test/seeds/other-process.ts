import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect } from "vitest"
import type { Store } from "../../src/index.ts"
import { type Look, type LookOptions, look } from "./look.ts"

/** What the SDK shows of a session to another process that opens the store anew. */
export async function lookFromProcess(directory: string, id: string, options: LookOptions = {}): Promise<Look> {
  const script = fileURLToPath(new URL("look-process.ts", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, directory, id, JSON.stringify(options)], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as Look
}

/**
 * Looks here, closes the store, and looks again from another process. Both must see the same, but for who is at it:
 * the expectations of a test are checked on each.
 */
export async function lookInTwoProcesses(
  { store, directory }: { store: Store; directory: string },
  id: string,
  options: LookOptions = {},
): Promise<[Look, Look]> {
  const here = await look(store, id, options)
  await store.close()
  const there = await lookFromProcess(directory, id, options)
  expect({ ...there, row: here.row }).toEqual(here)
  return [here, there]
}
