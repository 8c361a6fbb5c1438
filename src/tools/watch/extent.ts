import { lstatSync, readdirSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { isGenerated } from "../../session/generated.ts"
import { orAbsent } from "./absent.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** Why a workspace that is in no git repository is not copied, or undefined where it is small enough. */
export async function isTooLarge(workspace: string): Promise<string | undefined> {
  if (dirname(workspace) === workspace) return "the workspace is the root of the file system"
  if (workspace === homedir()) return "the workspace is a home directory"
  const { copiedFiles, copiedBytes } = snapshotLimits
  let [files, bytes] = [0, 0]
  const waiting = [""]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const directory = next
    const entries = orAbsent(() => readdirSync(join(workspace, directory), { withFileTypes: true })) ?? []
    for (const entry of entries) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`
      if (entry.name === ".git" || isGenerated(entry.isDirectory() ? `${path}/` : path)) continue
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) {
        files++
        bytes += orAbsent(() => lstatSync(join(workspace, path)))?.size ?? 0
      }
    }
    if (files > copiedFiles) return `the workspace has more than ${copiedFiles} files`
    if (bytes > copiedBytes) return `the workspace has more than ${copiedBytes / 1024 / 1024} MB`
    await setImmediate()
  }
  return undefined
}
