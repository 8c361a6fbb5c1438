import { type FileIntent, settleIntents } from "../../tools/file-intent.ts"
import { elsewhere } from "../begun-elsewhere.ts"
import { leaseGuard } from "../lease-guard.ts"
import { eventAt } from "../log.ts"
import { happened, type Writing } from "../work.ts"

/** Puts files back, or finishes what a crash cut off of it. */
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
    conflicts: files.map(({ path }) => ({ path, why: `${elsewhere}: nothing was put back here.` })),
  }
}
