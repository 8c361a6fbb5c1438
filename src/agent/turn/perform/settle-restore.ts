import { type FileIntent, settleIntents } from "../../../tools/files/file-intent.ts"
import { foreignReason } from "../../recovery/foreign-intent.ts"
import { eventAt } from "../../sessions/event-at.ts"
import { leaseGuard } from "../lease-guard.ts"
import { happened, type Writing } from "../work.ts"

/** Restores files, or finishes a restore that a crash interrupted. */
export async function settleRestore(started: number, work: Writing): Promise<void> {
  const { files, turns } = (await eventAt(work, started, "workspace.restore-started")).data
  const { foreignThrough } = await work.store.row(work.lease.session)
  const { changed, conflicts } =
    started <= foreignThrough
      ? leftAlone(files)
      : await settleIntents(files, { guard: leaseGuard(work), root: work.state.log.workspace })
  const left = conflicts.map(({ path, why }) => ({ path, why }))
  await happened(work, [
    { type: "workspace.restored", data: { started, turns, changed, ...(left.length > 0 ? { left } : {}) } },
  ])
}

function leftAlone(files: readonly FileIntent[]) {
  return {
    changed: [],
    conflicts: files.map(({ path }) => ({ path, why: `${foreignReason}: no file was restored here.` })),
  }
}
