import { repairNote } from "../../recovery/repair-note.ts"
import type { RepairableFailure } from "../../recovery/repairable-failure.ts"
import { openedModel } from "../opened-model.ts"
import { decided, type Work } from "../work.ts"

/** Tells the model what was wrong with its answer, and what to do instead. It is asked again with that. */
export async function sendRepairPrompt(trouble: RepairableFailure, work: Work): Promise<void> {
  const { state, limits } = work
  const last = state.log.turn?.progress.last
  const { profile } = await openedModel(work)
  const cut = last?.outcome === "answered" ? last.cut : []
  const format = profile?.toolFormat ?? "native"
  await decided(work, [repairNote(trouble, { state, limits, cut, format })])
}
