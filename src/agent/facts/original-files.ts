import { rm } from "node:fs/promises"
import { join } from "node:path"
import { shownPath } from "../../base/path-within.ts"
import { type Event, isKnown } from "../../session/event.ts"
import { isOfCheck } from "../../session/view/check-event.ts"
import type { Work } from "../turn/work.ts"
import { copyWorkspace, type Original } from "./workspace-copy.ts"

/** A copy of the workspace in which these files are as they were before the work, or why there is none. */
export async function copyWithOriginals(
  paths: readonly string[],
  work: Work,
): Promise<{ directory: string } | { reason: string }> {
  const originals = await originalsOf(paths, work)
  if (originals === null) return { reason: "the files as they were before the work are not kept" }
  const directory = copyOf(work)
  const reason = await copyWorkspace(work.state.log.workspace, directory, originals)
  return reason === null ? { directory } : { reason }
}

/** Removes the copy, if there is one: a check that needs it again makes a new one. */
export async function removeCopy(work: Pick<Work, "places">): Promise<void> {
  await rm(copyOf(work), { recursive: true, force: true })
}

const copyOf = ({ places }: Pick<Work, "places">) => join(places.snapshots, "originals")

async function originalsOf(paths: readonly string[], { store, lease, state }: Work): Promise<Original[] | null> {
  const wanted = new Set(paths.filter((path) => !path.startsWith("/")))
  const first = new Map<string, string | null | undefined>()
  for await (const event of store.read(lease.session, { after: state.branch.done?.definedAt ?? 0 })) {
    if (!isKnown(event)) continue
    for (const { path, before, preImage } of filesIn(event)) {
      const shown = shownPath(state.log.workspace, path)
      if (!wanted.has(shown)) continue
      // An intent without an outcome may not have happened: its pre-image holds all the same.
      if (first.get(shown) === undefined) first.set(shown, before === null ? null : preImage?.blob)
    }
  }
  const found = await Promise.all(
    [...wanted].map(async (path): Promise<Original | null> => {
      const blob = first.get(path)
      if (blob === undefined) return null
      return { path, bytes: blob === null ? null : await store.blob(blob) }
    }),
  )
  return found.every((original) => original !== null) ? found : null
}

/** What a call of the model is about to do to files, or did. */
function filesIn(event: Event) {
  if (event.type === "tool.started") return event.data.files ?? []
  return event.type === "tool.finished" && !isOfCheck(event) ? event.data.changed : []
}
