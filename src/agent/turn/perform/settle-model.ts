import type { EventData } from "../../../session/event.ts"
import { happened, type Work } from "../work.ts"

type Cut = { asked: number; reason: EventData<"model.interrupted">["reason"] }

/** Gives an interrupted model call its outcome: the text that survived. */
export async function settleModel({ asked, reason }: Cut, work: Work): Promise<void> {
  const partials = await work.store.partials(work.lease.session)
  const { text = "", reasoning } = partials.get(asked) ?? {}
  await happened(work, [
    { type: "model.interrupted", data: { asked, reason, text, ...(reasoning ? { reasoning } : {}) } },
  ])
}
