import { lstat } from "node:fs/promises"
import { orRefused } from "../../../agent/file-refusal.ts"
import { notesPlace } from "../../../agent/places.ts"
import { isInRoots } from "../../../agent/roots.ts"
import type { Place } from "../../../session/access.ts"
import { HoldfastError } from "../../../session/error.ts"
import { unless } from "../../../tools/failure.ts"
import { realPath, touchablePlace } from "../../../tools/workspace.ts"
import type { House } from "../../house.ts"
import { HttpProblem } from "../../http-problem.ts"

/** The workspace of a session, and what in it nobody may touch. */
export type Ground = {
  workspace: string
  protected: readonly string[]
  notes: string
  /** A path that can lead nowhere but from the workspace on. Throws for one that says something else. */
  relative(path: string): string
}

/** Where the files of a session are. `not-found` where that is not here; `forbidden` outside of the roots. */
export async function groundOf(house: House, session: string): Promise<Ground> {
  const { workspace, project } = await house.store.row(session)
  await refuseOutside(house, workspace)
  const there = await unless(["ENOENT", "ENOTDIR"], lstat(workspace))
  if (!there?.isDirectory() || (await realPath(workspace)) !== workspace) {
    throw new HoldfastError("not-found", `The workspace ${workspace} of this session is not here.`)
  }
  const { directory, configuration } = house
  return { workspace, protected: [directory, configuration], notes: notesPlace({ directory, project }), relative }
}

/** Throws for a directory (its real path) that no workspace may be in. */
export async function refuseOutside({ roots }: Pick<House, "roots">, path: string): Promise<void> {
  if (await isInRoots(roots, path)) return
  throw new HttpProblem("forbidden", `${path} is outside of the directories that this server works in.`)
}

/** Where a path of the workspace really leads; `invalid` where that is outside of it, or protected. */
export async function placeIn(ground: Ground, path: string): Promise<Place> {
  const place = await orRefused(path, () => touchablePlace(ground.relative(path), ground, "read"))
  if (place.where === "workspace") return place
  throw new HoldfastError("invalid", `${JSON.stringify(path)} leads out of the workspace: only files in it are shown.`)
}

// A name may begin with `~`, and with `./` before it that is no home.
function relative(path: string): string {
  if (!path.startsWith("/")) return `./${path}`
  throw new HoldfastError("invalid", `${JSON.stringify(path)} is a whole path: name it from the workspace on.`)
}
