import type { Note } from "../event/workflow.ts"
import type { EventData } from "../event.ts"

/** The completion decision of a stop record, as an entry of the timeline: it is based on the evidence of the record. */
export function decisionOf({ decision, evidence }: EventData<"turn.stopped">): Note | null {
  return decision ? { ...decision, ...(evidence ? { evidence } : {}) } : null
}
