import type { EventData } from "../session/event.ts"
import { linkMode } from "../tools/file-content.ts"
import type { Job } from "../tools/job/plan.ts"
import { changesSince } from "../tools/snapshot.ts"
import type { Work } from "./work.ts"

type Changed = EventData<"tool.finished">["changed"]

const bits = { file: 0o644, executable: 0o755, symlink: linkMode } as const

/** What a command changed in the workspace, with the content before: undo reads only this. */
export async function changedByCommand(
  job: Job,
  { store, state, places }: Work,
): Promise<{ changed: Changed; uncovered?: string }> {
  if (!job.snapshot || job.background) return { changed: [] }
  const found = await changesSince(job.snapshot, state.log.workspace, places.snapshots)
  if (found.changed === null) return { changed: [], uncovered: found.reason }
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
  return { changed }
}
