import { lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { orAbsent } from "./absent.ts"
import type { FileList } from "./file-list.ts"
import type { Shadow } from "./shadow.ts"

/** A command waits for these looks: what lies deeper in a large directory is not counted. */
const mostLooks = 2000

/** How many files of the workspace changed since that are in no list: generated or ignored ones, as far as it is cheap. */
export function countUnlisted(
  { top }: Pick<Shadow, "top">,
  { workspace, list, since }: { workspace: string; list: FileList; since: number },
): number {
  const listed = new Set(list.files.map(({ path }) => join(top, path)))
  const waiting = [workspace]
  let [changed, looks] = [0, 0]
  for (const directory of waiting) {
    if (looks++ >= mostLooks) break
    const entries = orAbsent(() => readdirSync(directory, { withFileTypes: true })) ?? []
    // A repository within is watched by a manifest.
    if (directory !== workspace && directory !== top && entries.some(({ name }) => name === ".git")) continue
    for (const entry of entries) {
      const path = join(directory, entry.name)
      if (entry.name === ".git" || listed.has(path)) continue
      if (entry.isDirectory()) waiting.push(path)
      else if (looks++ < mostLooks && isNewer(path, since)) changed++
    }
  }
  return changed
}

function isNewer(path: string, since: number): boolean {
  return (orAbsent(() => lstatSync(path, { throwIfNoEntry: false }))?.ctimeMs ?? 0) >= since
}

/** How many files at these places, or below, changed since a moment in milliseconds, as far as that is cheap to find. */
export function countNewer(places: readonly string[], since: number): number {
  const waiting = [...places]
  const seen = new Set<string>()
  let changed = 0
  // The list grows by what is found in it: the directories near the top come first.
  for (let at = 0; at < waiting.length && at < mostLooks; at++) {
    const path = (waiting[at] ?? "").replace(/\/$/, "")
    // Git lists a directory with nothing but ignored ones in it beside them.
    if (seen.has(path)) continue
    seen.add(path)
    const found = orAbsent(() => lstatSync(path, { throwIfNoEntry: false }))
    if (found?.isDirectory()) {
      const names = orAbsent(() => readdirSync(path)) ?? []
      waiting.push(...names.filter((name) => name !== ".git").map((name) => join(path, name)))
    } else if (found && found.ctimeMs >= since) changed++
  }
  return changed
}
