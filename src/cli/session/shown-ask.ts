import { artifactTexts } from "../../agent/sessions/artifact.ts"
import { eventAt } from "../../agent/sessions/event-at.ts"
import type { EventData } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"

/** An ask for display; that of a waiting plan includes the plan's current text. */
export async function shownAsk(store: Store, state: SessionState, seq: number): Promise<EventData<"ask.opened">> {
  const { data } = await eventAt({ store, lease: { session: state.id } }, seq, "ask.opened")
  if (data.kind !== "plan") return data
  const { plan, verificationPlan } = await artifactTexts({ store, state })
  return { ...data, details: [plan, verificationPlan].filter((text) => text !== null).join("\n") }
}
