import { artifactTexts } from "../agent/artifact.ts"
import { eventAt } from "../agent/log.ts"
import type { EventData } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import type { Store } from "../store/contract.ts"

/** An ask as a person sees it: with a plan that waits comes its text, as it is by now. */
export async function shownAsk(store: Store, state: SessionState, seq: number): Promise<EventData<"ask.opened">> {
  const { data } = await eventAt({ store, lease: { session: state.id } }, seq, "ask.opened")
  if (data.kind !== "plan") return data
  const { plan, verificationPlan } = await artifactTexts({ store, state })
  return { ...data, details: [plan, verificationPlan].filter((text) => text !== null).join("\n") }
}
