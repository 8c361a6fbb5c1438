import type { KeptChange } from "../../session/event/common.ts"
import { timeOf } from "../../tools/job/job-files.ts"
import type { Job, JobIntent } from "../../tools/job/plan.ts"
import type { JobOutcome } from "../../tools/job/run-job.ts"
import { mergeChanges } from "../../tools/watch/change.ts"
import { changedPaths, watchPaths } from "../../tools/watch/named.ts"
import { changesSince, notHeld, takeSnapshot } from "../../tools/watch/workspace-snapshot.ts"
import type { Verdict } from "../tool-calls/permit.ts"
import type { Work } from "../turn/work.ts"
import { namedPaths } from "./named-paths.ts"

/** How the workspace, and what a command names outside of it, was before the command: for its intent. */
export async function watchCommand(
  { changesFiles, paths }: Pick<Verdict, "changesFiles" | "paths">,
  { state, places, store }: Pick<Work, "state" | "places" | "store">,
): Promise<Pick<JobIntent, "snapshot" | "watched" | "uncovered">> {
  if (!changesFiles) return {}
  const { workspace } = state.log
  const directory = places.snapshots
  const snapshot = await takeSnapshot(workspace, directory)
  const watched = await watchPaths(namedPaths(paths, { workspace, protectedPaths: places.protected }), {
    workspace,
    putBlob: (bytes) => store.putBlob(bytes),
    notHeld: (files) => notHeld(files, { workspace, directory, snapshot }),
  })
  return {
    ...(snapshot.snapshot === null ? { uncovered: snapshot.reason } : { snapshot: snapshot.snapshot }),
    ...(watched.length > 0 ? { watched } : {}),
  }
}

export type CommandChanges = {
  changed: KeptChange[]
  /** Why there may be more. */
  uncovered?: string
  /** How many generated and ignored files, as far as they were counted. */
  generated?: number
  /** What it changed was to be known, and is not. */
  lost?: true
}

/** What a command changed, with the content before where there is a copy: undo reads only this. */
export async function changedByCommand(
  job: Job,
  { status }: Pick<JobOutcome, "status">,
  { store, state, places }: Work,
): Promise<CommandChanges> {
  const { snapshot, watched = [], uncovered } = job
  if (job.background) {
    const why = uncovered ?? (snapshot ? "it runs in the background" : undefined)
    return { changed: [], ...(why === undefined ? {} : { uncovered: why }) }
  }
  const since = timeOf(job.place, "claim")
  const { workspace } = state.log
  const looked = snapshot ? await changesSince(snapshot, { workspace, directory: places.snapshots, since }) : null
  const found = looked?.changed === null ? { changed: [], unwatched: looked.reason } : looked
  const changed: KeptChange[] = []
  const copies = new Map(watched.map(({ path, hash, preImage }) => [path, { hash, preImage }]))
  for (const { preImage: bytes, ...change } of mergeChanges(found?.changed ?? [], changedPaths(watched))) {
    const copy = copies.get(change.path)
    const kept = bytes ? await store.putBlob(bytes) : copy?.hash === change.before ? copy?.preImage : undefined
    changed.push({ ...change, ...(kept ? { preImage: kept } : {}) })
  }
  const { generated } = found && "generated" in found ? found : {}
  const why = uncovered ?? found?.unwatched ?? (snapshot && status === "unknown" ? "its outcome is unknown" : undefined)
  return {
    changed,
    ...(why === undefined ? {} : { uncovered: why }),
    ...(generated ? { generated } : {}),
    ...(looked?.changed === null ? { lost: true } : {}),
  }
}
