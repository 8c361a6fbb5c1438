import type { Event } from "../event.ts"
import { isOfCheck } from "./check-event.ts"

/** How often the model was sent back to work for a reason in a turn, and whether it did anything since the last time. */
export type PushedBack = { times: number; actedSince: boolean }

/** The push-backs of a turn that started at a seq, by their reason codes. */
export function pushBacksIn(events: Iterable<Event>, startedAt: number): ReadonlyMap<string, PushedBack> {
  const found = new Map<string, PushedBack>()
  for (const event of events) {
    if (event.seq < startedAt) continue
    if (event.type === "workflow.noted" && event.data.kind === "completion_continue" && event.data.message) {
      const { times } = found.get(event.data.reasonCode) ?? { times: 0 }
      found.set(event.data.reasonCode, { times: times + 1, actedSince: false })
    }
    // A call changes what is there, and a steering person what is wanted.
    if ((event.type === "tool.started" && !isOfCheck(event)) || event.type === "input.consumed") {
      for (const [code, { times }] of found) found.set(code, { times, actedSince: true })
    }
  }
  return found
}
