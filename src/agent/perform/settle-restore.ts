import { settleIntents } from "../../tools/file-intent.ts"
import { leaseGuard } from "../lease-guard.ts"
import { eventAt } from "../log.ts"
import { happened, type Writing } from "../work.ts"

/** Puts files back, or finishes what a crash cut off of it. */
export async function settleRestore(started: number, work: Writing): Promise<void> {
  const { files, turns } = (await eventAt(work, started, "workspace.restore-started")).data
  const { changed, conflicts } = await settleIntents(files, { guard: leaseGuard(work), root: work.state.log.workspace })
  const left = conflicts.map(({ path, why }) => ({ path, why }))
  await happened(work, [
    { type: "workspace.restored", data: { started, turns, changed, ...(left.length > 0 ? { left } : {}) } },
  ])
}
