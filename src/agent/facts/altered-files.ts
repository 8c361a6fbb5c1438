import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { isHoldfastError } from "../../session/error.ts"
import type { NetChange } from "../../session/view/acts.ts"
import { hashOf, readEntry } from "../../tools/files/file-content.ts"
import { orNothing } from "./project-facts.ts"

/**
 * The changed files that are not as the log left them, or whose change the log did not see, and that were changed after a
 * moment, in milliseconds.
 */
export async function alteredFiles(
  net: readonly NetChange[],
  { workspace, since, unseen }: { workspace: string; since: number; unseen: readonly string[] },
): Promise<string[]> {
  const looked = await Promise.all(
    net.map(async ({ path, after, kind }) => {
      if (kind === "directory") return []
      const full = join(path.startsWith("/") ? "" : workspace, path)
      const now = await hashAt(full)
      if ((now === after && !unseen.includes(path)) || now === undefined) return []
      const changedAt = await changeTime(full)
      return changedAt === null || changedAt >= since ? [path] : []
    }),
  )
  return looked.flat()
}

/** Of these paths, those that exist. */
export async function existing(paths: readonly string[], workspace: string): Promise<ReadonlySet<string>> {
  const looked = await Promise.all(
    paths.map(async (path) =>
      (await changeTime(join(path.startsWith("/") ? "" : workspace, path))) === null ? [] : [path],
    ),
  )
  return new Set(looked.flat())
}

/** The hash of a file now, null where there is none; undefined for what is too large or no file to read. */
async function hashAt(path: string): Promise<string | null | undefined> {
  try {
    const entry = await orNothing(readEntry(path))
    return entry ? hashOf(entry.bytes) : (await changeTime(path)) === null ? null : undefined
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return undefined
  }
}

/** When a file or its metadata was changed last: no program can set that time. */
async function changeTime(path: string): Promise<number | null> {
  return (await orNothing(lstat(path)))?.ctimeMs ?? null
}
