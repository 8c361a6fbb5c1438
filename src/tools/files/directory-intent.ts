import { chmod, lstat, rmdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { systemCode, unless } from "../../base/system-error.ts"
import { directoryHash } from "../../session/event/common.ts"
import { makeDirectory, openDirectory } from "./directory.ts"
import type { Conflict, FileIntent } from "./file-intent.ts"

/**
 * Brings the intent for a directory to its end, the first time or after a crash: makes it, removes it if it is empty, or
 * sets its mode. What is done already is seen, and what another process put in its place, or into it, stays.
 */
export async function settleDirectory(
  intent: FileIntent,
  { guard, root }: { guard: () => Promise<void>; root?: string | undefined },
): Promise<"done" | Conflict> {
  const { path, after, mode } = intent
  const found = await unless(["ENOENT", "ENOTDIR"], lstat(path))
  if (found && !found.isDirectory()) return conflict(path, `${path} is no directory by now. It was left as it is.`)
  if (after === null) return found ? remove(path, guard) : "done"
  if (!found && intent.before !== null) return conflict(path, `${path} no longer exists.`)
  await guard()
  if (!found) await (await makeDirectory(path, root)).close()
  if (mode !== undefined) await chmod(path, mode)
  return "done"
}

async function remove(path: string, guard: () => Promise<void>): Promise<"done" | Conflict> {
  const parent = await openDirectory(dirname(path))
  if (!parent) return "done"
  try {
    await guard()
    await unless(["ENOENT"], rmdir(parent.at(basename(path))))
    await parent.sync()
    return "done"
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) throw error
    return conflict(path, `${path} is not empty. It was left as it is.`)
  } finally {
    await parent.close()
  }
}

const conflict = (path: string, why: string): Conflict => ({ path, found: directoryHash, why })
