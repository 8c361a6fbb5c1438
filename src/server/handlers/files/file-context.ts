import { lstat } from "node:fs/promises"
import { notesPlace } from "../../../agent/configuration/places.ts"
import { isInRoots } from "../../../agent/configuration/roots.ts"
import { orRefused } from "../../../agent/tool-calls/file-refusal.ts"
import { unless } from "../../../base/system-error.ts"
import type { AccessedPath } from "../../../session/accessed-path.ts"
import { HoldfastError } from "../../../session/error.ts"
import { realPath, touchablePlace } from "../../../tools/files/workspace-path.ts"
import { HttpProblem } from "../../http/http-problem.ts"
import type { ServerContext } from "../../server-context.ts"

/** A session's workspace and the protected paths in it. */
export type FileContext = {
  workspace: string
  protected: readonly string[]
  notes: string
  /** A path normalized to be relative to the workspace; throws if it leads out of it. */
  relative(path: string): string
}

/** Locates a session's files. `not-found` if they are not on this machine; `forbidden` outside the server's roots. */
export async function fileContextOf(server: ServerContext, session: string): Promise<FileContext> {
  const { workspace, project } = await server.store.row(session)
  await refuseOutside(server, workspace)
  const there = await unless(["ENOENT", "ENOTDIR"], lstat(workspace))
  if (!there?.isDirectory() || (await realPath(workspace)) !== workspace) {
    throw new HoldfastError("not-found", `The workspace ${workspace} of this session does not exist on this machine.`)
  }
  const { directory, configuration } = server
  return { workspace, protected: [directory, configuration], notes: notesPlace({ directory, project }), relative }
}

/** Throws for a directory (its real path) outside the server's roots. */
export async function refuseOutside({ roots }: Pick<ServerContext, "roots">, path: string): Promise<void> {
  if (await isInRoots(roots, path)) return
  throw new HttpProblem("forbidden", `${path} is outside the directories that this server may use.`)
}

/** The real path behind a workspace path; `invalid` if that is outside the workspace or protected. */
export async function resolveAccess(context: FileContext, path: string): Promise<AccessedPath> {
  const place = await orRefused(path, () => touchablePlace(context.relative(path), context, "read"))
  if (place.where === "workspace") return place
  throw new HoldfastError(
    "invalid",
    `${JSON.stringify(path)} leads out of the workspace. Only files in the workspace are shown.`,
  )
}

// A file name may start with `~`: with `./` in front it is not expanded to the home directory.
function relative(path: string): string {
  if (!path.startsWith("/")) return `./${path}`
  throw new HoldfastError("invalid", `${JSON.stringify(path)} must be relative to the workspace.`)
}
