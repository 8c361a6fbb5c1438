import { lstatSync } from "node:fs"
import { dirname } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import type { WatchedPath } from "../../session/event/common.ts"
import { isGenerated } from "../../session/generated.ts"
import { limits } from "../../session/limits.ts"
import type { ToolContext } from "../contract.ts"
import { readContent } from "../files/file-content.ts"
import { orAbsent } from "./absent.ts"
import { changeOf, type WorkspaceChange } from "./change.ts"
import { lookAtPath, type PathEntry } from "./path-entry.ts"

const bounds = {
  /** Beside the directories above them that are not there yet. */
  named: limits.watched / 2,
  fileBytes: 16 * 1024 * 1024,
  /** Of a larger file no copy is kept. */
  keptBytes: 1024 * 1024,
} as const

type Watching = {
  workspace: string
  putBlob: ToolContext["putBlob"]
  /** Of these files of the workspace, those of which no snapshot has the content. */
  notHeld(paths: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * Looks at the paths that a command names, wherever they are, before it starts. Of files in the workspace that no
 * snapshot covers a copy is kept; others may hold keys and passwords, which are not copied.
 */
export async function watchPaths(paths: readonly string[], watching: Watching): Promise<WatchedPath[]> {
  const named = [...new Set(paths)].slice(0, bounds.named)
  const all = [...new Set(named.flatMap((path) => [...missingAbove(path), path]))].slice(0, limits.watched)
  const watched: WatchedPath[] = all.map((path) => ({ path, ...lookAt(path) }))
  const { workspace } = watching
  const own = watched.filter(
    ({ path, kind }) => kind === "file" && isWithin(path, workspace) && !isGeneratedIn(path, workspace),
  )
  const uncovered = await watching.notHeld(own.map(({ path }) => path))
  for (const file of own) {
    const bytes = uncovered.has(file.path) ? await contentOf(file.path) : undefined
    if (bytes) file.preImage = await watching.putBlob(bytes)
  }
  return watched
}

/** What has happened since to paths that were watched. */
export function changedPaths(watched: readonly WatchedPath[]): WorkspaceChange[] {
  return watched.flatMap(({ path, ...before }) => changeOf(path, entryOf(before), lookAt(path)))
}

function lookAt(path: string): PathEntry | undefined {
  return lookAtPath(path, { maxBytes: bounds.fileBytes })
}

function entryOf({ kind, mode = 0, hash }: Omit<WatchedPath, "path">): PathEntry | undefined {
  return kind && { kind, mode, ...(hash === undefined ? {} : { hash }) }
}

// `mkdir -p a/b` makes the directories above too.
function missingAbove(path: string): string[] {
  const missing: string[] = []
  if (isThere(path)) return missing
  for (let above = dirname(path); above !== dirname(above) && !isThere(above); above = dirname(above)) {
    missing.push(above)
  }
  return missing.reverse()
}

const isThere = (path: string) => orAbsent(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined

const isGeneratedIn = (path: string, workspace: string) => isGenerated(path.slice(workspace.length + 1))

async function contentOf(path: string): Promise<Uint8Array | undefined> {
  const content = await readContent(path).catch(() => undefined)
  return content && content.bytes.length <= bounds.keptBytes ? content.bytes : undefined
}
