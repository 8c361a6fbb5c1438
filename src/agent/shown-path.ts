import { relative } from "node:path"
import { isWithin } from "../tools/workspace.ts"

/** A path as people and checks name it: from the workspace where it is in it, else absolute. */
export function shownPath(workspace: string, path: string): string {
  return isWithin(path, workspace) ? relative(workspace, path) : path
}
