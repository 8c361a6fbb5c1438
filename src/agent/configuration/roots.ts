import { isWithin } from "../../base/path-within.ts"
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
