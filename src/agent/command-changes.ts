import type { EventData } from "../session/event.ts"
import { linkMode } from "../tools/file-content.ts"
import { timeOf } from "../tools/job/files.ts"
import type { Job } from "../tools/job/plan.ts"
import type { JobOutcome } from "../tools/job/run.ts"
import { changesSince } from "../tools/snapshot.ts"
import type { Work } from "./work.ts"

type Changed = EventData<"tool.finished">["changed"]

const bits = { file: 0o644, executable: 0o755, symlink: linkMode } as const

/**
 * What a command changed in the workspace, with the content before: undo reads only this. `uncovered` is why there may
 * be more of it; `lost` says that it was to be known, and is not.
 */
export async function changedByCommand(
  job: Job,
  { status }: Pick<JobOutcome, "status">,
  { store, state, places }: Work,
): Promise<{ changed: Changed; uncovered?: string; lost?: true }> {
  if (job.uncovered !== undefined) return { changed: [], uncovered: job.uncovered }
  if (!job.snapshot) return { changed: [] }
  if (job.background) return { changed: [], uncovered: "it runs in the background" }
  const found = await changesSince(job.snapshot, state.log.workspace, places.snapshots)
  if (found.changed === null) return { changed: [], uncovered: found.reason, lost: true }
  const changed: Changed = []
  for (const { path, before, after, modes } of found.changed) {
    const bytes = found.preImage(path)
    const preImage = bytes ? { preImage: await store.putBlob(bytes) } : {}
    const mode = {
      ...(modes.before ? { mode: bits[modes.before] } : {}),
      ...(modes.after ? { modeAfter: bits[modes.after] } : {}),
    }
    changed.push({ path, before, after, ...mode, ...preImage })
  }
  if (status === "unknown") return { changed, uncovered: "its outcome is unknown" }
  // Where changes are known, the turn is to be verified anyway.
  const since = changed.length === 0 ? timeOf(job.place, "claim") : null
  const unseen = since === null ? [] : await found.unseenSince(since)
  return unseen.length === 0 ? { changed } : { changed, uncovered: `git does not see ${unseen.join(", ")}` }
}
