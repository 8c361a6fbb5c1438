import type { Event, ForeignEvent } from "../../session/event.ts"
import { inRanges } from "../../session/fold.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"

/** What the workflow wrote on the live branch; the state keeps only the end of it. */
export async function workflowEvents(
  store: Pick<Store, "read">,
  { id, live }: SessionState,
): Promise<(Event | ForeignEvent)[]> {
  const events: (Event | ForeignEvent)[] = []
  for await (const event of store.read(id)) {
    const concerns = /^workflow\.|^done\.defined$|^turn\.st(?:arted|opped)$/
    if (concerns.test(event.type) && inRanges(live, event.seq)) events.push(event)
  }
  return events
}
