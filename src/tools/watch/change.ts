import type { FileChange } from "../../session/event/common.ts"
import type { PathEntry } from "./path-entry.ts"

/** What happened to a path, with what undo needs beyond it; a mode is absent where there was nothing. */
export type WorkspaceChange = FileChange & {
  kind?: "directory"
  mode?: number
  modeAfter?: number
  /** The content before, where it is known. */
  preImage: Uint8Array | null
}

/** What happened between two looks at a path. Where a directory took the place of a file, or the reverse, that is two. */
export function changeOf(path: string, before?: PathEntry, after?: PathEntry): WorkspaceChange[] {
  const [was, now] = [before?.kind === "other" ? undefined : before, after?.kind === "other" ? undefined : after]
  if (was?.hash === now?.hash && was?.mode === now?.mode) return []
  const isDirectory = (was ?? now)?.kind === "directory"
  if (was && now && (was.kind === "directory") !== (now.kind === "directory")) {
    return [...changeOf(path, was, undefined), ...changeOf(path, undefined, now)]
  }
  return [
    {
      path,
      ...(isDirectory ? { kind: "directory" } : {}),
      before: was?.hash ?? null,
      after: now?.hash ?? null,
      ...(was ? { mode: was.mode } : {}),
      ...(now ? { modeAfter: now.mode } : {}),
      preImage: null,
    },
  ]
}

/**
 * What several looks found, each path once. Of a path that two of them saw, the later one knows the modes and the first
 * one that has it the content before.
 */
export function mergeChanges(...lists: readonly (readonly WorkspaceChange[])[]): WorkspaceChange[] {
  const merged = new Map<string, WorkspaceChange>()
  for (const change of lists.flat()) {
    const key = `${change.kind ?? ""} ${change.path}`
    const other = merged.get(key)
    merged.set(key, other ? both(other, change) : change)
  }
  return [...merged.values()].filter(({ before, after, mode, modeAfter }) => before !== after || mode !== modeAfter)
}

function both(first: WorkspaceChange, second: WorkspaceChange): WorkspaceChange {
  const before = first.before ?? second.before
  const after = second.after ?? first.after
  const { mode: _, modeAfter: __, ...rest } = first
  const mode = second.mode ?? first.mode
  const modeAfter = second.modeAfter ?? first.modeAfter
  return {
    ...rest,
    before,
    after,
    ...(before === null || mode === undefined ? {} : { mode }),
    ...(after === null || modeAfter === undefined ? {} : { modeAfter }),
    preImage: first.preImage ?? second.preImage,
  }
}
