import { lstatSync, readdirSync } from "node:fs"
import { join, relative } from "node:path"
import { systemCode } from "./failure.ts"
import type { Shadow } from "./shadow.ts"

const limits = {
  /** A command waits for these looks: what lies deeper in a large directory is not found. */
  looks: 5000,
  named: 3,
} as const

/**
 * What changed in the workspace since a moment, in milliseconds, that a snapshot does not cover: files that git ignores,
 * and repositories within. It tells that something did, not all that did: what was deleted leaves no trace of itself.
 */
export async function unseenChanges(
  shadow: Shadow,
  { workspace, tree, since }: { workspace: string; tree: string; since: number },
): Promise<string[]> {
  const ignored = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]
  const [files, entries] = await Promise.all([shadow.git(ignored), shadow.git(["ls-tree", "-r", "-z", tree])])
  if (!files.ok || !entries.ok) return []
  const repositories = split(entries.output).filter((entry) => entry.startsWith("160000 "))
  const uncovered = [...split(files.output), ...repositories.map((entry) => entry.slice(entry.indexOf("\t") + 1))]
  const changed = newerBelow(
    uncovered.map((path) => join(workspace, path)),
    since,
  )
  return changed.map((path) => relative(workspace, path))
}

function newerBelow(places: readonly string[], since: number): string[] {
  const waiting = [...places]
  const changed: string[] = []
  // The list grows by what is found in it: the directories near the top come first.
  for (let at = 0; at < waiting.length && at < limits.looks && changed.length < limits.named; at++) {
    const path = waiting[at] ?? ""
    const found = ifThere(() => lstatSync(path))
    if (!found) continue
    if (found.isDirectory())
      waiting.push(...(ifThere(() => readdirSync(path)) ?? []).filter(isNotGit).map(inside(path)))
    else if (found.ctimeMs >= since) changed.push(path)
  }
  return changed
}

// Git itself writes there when somebody only looks.
const isNotGit = (name: string) => name !== ".git"
const inside = (directory: string) => (name: string) => join(directory, name)
const split = (listed: Buffer) => listed.toString("utf8").split("\0").filter(Boolean)

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(systemCode(error) ?? "")) return undefined
    throw error
  }
}
