import { openedModel } from "../opened-model.ts"
import { repairEvents } from "../recovery/note.ts"
import type { Trouble } from "../recovery/trouble.ts"
import { decided, type Work } from "../work.ts"

/** Tells the model what was wrong with its answer, and what to do instead. It is asked again with that. */
export async function mend(trouble: Trouble, work: Work): Promise<void> {
  const { state, limits } = work
  const last = state.log.turn?.progress.last
  const { profile } = await openedModel(work)
  const cut = last?.outcome === "answered" ? last.cut : []
  const phase = state.log.turn?.phase ?? null
  const format = profile?.toolFormat ?? "native"
  await decided(work, repairEvents(trouble, { state, limits, phase, cut, format }))
}
