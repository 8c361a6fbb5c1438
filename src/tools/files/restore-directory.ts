import { lstat } from "node:fs/promises"
import { unless } from "../../base/system-error.ts"
import { directoryHash } from "../../session/event/common.ts"
import type { FileIntent } from "./file-intent.ts"
import type { LeftAlone, Restorable } from "./restore-drafts.ts"

/** What is done to directories: before files are put back into them, and after files were taken out of them. */
export type DirectoryPlan = { first: FileIntent[]; last: FileIntent[]; left: LeftAlone[] }

/** How to bring directories back to what they were before some changes, oldest first. */
export async function restoreDirectories(changes: readonly Restorable[]): Promise<DirectoryPlan> {
  const plan: DirectoryPlan = { first: [], last: [], left: [] }
  for (const { path, first, last } of netOf(changes)) {
    const found = await unless(["ENOENT", "ENOTDIR"], lstat(path))
    const before = first.before
    const mode = before === null ? undefined : (first.was ?? first.mode)
    const wanted = { path, kind: "directory" as const, ...(mode === undefined ? {} : { mode }) }
    if (found && !found.isDirectory()) plan.left.push({ path, why: `${path} is no longer a directory.` })
    else if (before === null && found)
      plan.last.push({ ...wanted, before: directoryHash, after: null, ...modeOf(found) })
    else if (before !== null && !found) {
      if (last.after === null) plan.first.push({ ...wanted, before: null, after: directoryHash })
      else plan.left.push({ path, why: `${path} no longer exists.` })
    } else if (found && mode !== undefined && mode !== last.mode) {
      const now = found.mode & 0o7777
      const isOurs = now === last.mode
      if (!isOurs && now !== mode) plan.left.push({ path, why: `The permissions of ${path} were changed since.` })
      // One that cannot be written is opened before files are put back, and closed after.
      if (isOurs)
        plan[mode & 0o200 ? "first" : "last"].push({ ...wanted, before: directoryHash, after: directoryHash, was: now })
    }
  }
  // The outer ones are made first, and removed last.
  return { ...plan, first: plan.first.sort(byPath), last: plan.last.sort(byPath).reverse() }
}

const modeOf = ({ mode }: { mode: number }) => ({ mode: mode & 0o7777 })
const byPath = (a: FileIntent, b: FileIntent) => (a.path < b.path ? -1 : 1)

export type Net = { path: string; first: Restorable; last: Restorable; interfered: boolean }

/** What several changes of a path come to, and whether each began with what the one before had left. */
export function netOf(changes: readonly Restorable[]): Net[] {
  const files = new Map<string, Net>()
  for (const change of changes) {
    const { path } = change
    const net = files.get(path)
    if (!net) files.set(path, { path, first: change, last: change, interfered: false })
    else {
      net.interfered ||= change.before !== net.last.after
      net.last = change
    }
  }
  return [...files.values()]
}
