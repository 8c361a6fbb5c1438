import { realpathSync } from "node:fs"
import { isWithin } from "../../base/path-within.ts"
import { unlessSync } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"
import { realPath } from "../../tools/files/workspace-path.ts"

/** Whether a directory (its real path) is in one of those that work is confined to; with none, it is confined to nothing. */
export async function isInRoots(roots: readonly string[], path: string): Promise<boolean> {
  if (roots.length === 0) return true
  return (await Promise.all(roots.map(realPath))).some((root) => isWithin(path, root))
}

/** Why nothing is done in a workspace. */
export function outsideOfRoots(roots: readonly string[], workspace: string): HoldfastError {
  const message = `The workspace ${workspace} is not in a directory that work is confined to here: ${roots.join(", ")}.`
  return new HoldfastError("invalid", message, { details: { roots } })
}

/** Why nothing can be done in a workspace: it is outside of the roots, or it is gone. */
export async function workspaceRefusal(roots: readonly string[], workspace: string): Promise<HoldfastError | null> {
  if (!(await isInRoots(roots, workspace))) return outsideOfRoots(roots, workspace)
  if (unlessSync(["ENOENT"], () => realpathSync(workspace)) === workspace) return null
  return new HoldfastError(
    "not-found",
    `The workspace ${workspace} of this session does not exist. Restore it, or open a new session in another directory.`,
  )
}
