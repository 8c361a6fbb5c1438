import { lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { orAbsent } from "./absent.ts"
import type { Shadow } from "./shadow.ts"

/** A command waits for these looks: what lies deeper in a large directory is not counted. */
const mostLooks = 2000

/** The files and directories of the workspace that git ignores, by absolute path. */
export async function ignoredPlaces(shadow: Shadow, workspace: string): Promise<string[]> {
  const listed = await shadow.git(["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"])
  if (!listed.ok) return []
  const places = listed.output.toString("utf8").split("\0").filter(Boolean)
  return places.map((path) => join(workspace, path))
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
