import { foldVersion } from "../../../session/fold.ts"
import { inSteps } from "../../in-steps.ts"
import type { Commit } from "../commit/commit.ts"
import type { Core } from "../core.ts"
import { hashAt, locateLog } from "../log/event-rows.ts"
import { saveSnapshot, stateInSteps } from "../log/snapshot.ts"
import { warnOf } from "../warning.ts"

/**
 * Takes snapshots of long sessions that have none near their end, as all have after the version of the fold was raised. A
 * read never writes: without this each look at such a session folds its whole log until something is appended.
 */
export async function refreshSnapshots(core: Core, commit: Commit): Promise<void> {
  for (const { id } of due(core)) {
    if (core.closed) return
    // One that cannot be folded must not keep the others from it.
    await refresh(core, commit, id).catch(warnOf(`take a snapshot of session ${id}`))
  }
}

async function refresh(core: Core, commit: Commit, id: string): Promise<void> {
  const place = locateLog(core.reader, id)
  if (!place) return
  const folding = stateInSteps(core.reader, place)
  const folded = await inSteps(
    (function* () {
      for (;;) {
        if (core.closed) return undefined
        const step = folding.next()
        if (step.done) return step.value
        yield
      }
    })(),
  )
  if (!folded || core.closed) return
  await commit(() => {
    const now = locateLog(core.writer, id)
    // Logs only grow; but the session may have been erased meanwhile.
    const chain = now && hashAt(core.writer, now, folded.state.seq)
    if (now && chain) saveSnapshot(core.writer, now, folded.state, chain)
  })
}

function due({ reader, snapshotAfterEvents }: Core): Array<{ id: string }> {
  return reader.all<{ id: string }>(
    `SELECT id FROM sessions s WHERE damage IS NULL AND head - base >= ?1 AND NOT EXISTS
       (SELECT 1 FROM snapshots WHERE session = s.n AND version = ?2 AND seq > s.head - ?1)
     ORDER BY updated_at DESC`,
    snapshotAfterEvents,
    foldVersion,
  )
}
