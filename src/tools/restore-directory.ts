import { lstat } from "node:fs/promises"
import { directoryHash } from "../session/event/common.ts"
import { unless } from "./failure.ts"
import type { FileIntent } from "./file-intent.ts"
import type { LeftAlone, Restorable } from "./restore.ts"

/** What is done to directories: before files are put back into them, and after files were taken out of them. */
export type DirectoryPlan = { first: FileIntent[]; last: FileIntent[]; left: LeftAlone[] }

/** How to bring directories back to what they were before some changes, oldest first. */
export async function restoreDirectories(changes: readonly Restorable[]): Promise<DirectoryPlan> {
  const plan: DirectoryPlan = { first: [], last: [], left: [] }
  for (const [path, { first, last }] of netOf(changes)) {
    const found = await unless(["ENOENT", "ENOTDIR"], lstat(path))
    const before = first.before
    const mode = before === null ? undefined : (first.was ?? first.mode)
    const wanted = { path, kind: "directory" as const, ...(mode === undefined ? {} : { mode }) }
    if (found && !found.isDirectory()) plan.left.push({ path, why: `${path} is no directory any more.` })
    else if (before === null && found)
      plan.last.push({ ...wanted, before: directoryHash, after: null, ...modeOf(found) })
    else if (before !== null && !found) {
      if (last.after === null) plan.first.push({ ...wanted, before: null, after: directoryHash })
      else plan.left.push({ path, why: `${path} does not exist any more.` })
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

function netOf(changes: readonly Restorable[]): Map<string, { first: Restorable; last: Restorable }> {
  const net = new Map<string, { first: Restorable; last: Restorable }>()
  for (const change of changes) net.set(change.path, { first: net.get(change.path)?.first ?? change, last: change })
  return net
}
