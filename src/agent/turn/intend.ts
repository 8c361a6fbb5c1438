import { isHoldfastError } from "../../session/error.ts"
import type { NewEvent } from "../../session/event.ts"
import { clearJob } from "../../tools/job/list-jobs.ts"
import { placeJob } from "../../tools/job/place.ts"
import { decided, type Work } from "./work.ts"

/** Appends intents. Where they are refused, as the log has moved on, what was made for them goes: nothing of it ran. */
export async function intend(events: readonly NewEvent[], work: Work): Promise<void> {
  try {
    await decided(work, events)
  } catch (error) {
    if (isHoldfastError(error) && error.code === "behind") clearPlanned(events, work)
    throw error
  }
}

// After a crash, or a failure that leaves open whether the intent is in the log, see `leftovers.ts`.
function clearPlanned(events: readonly NewEvent[], { places }: Work): void {
  for (const { type, data } of events) {
    if (type === "tool.started" && data.job) clearJob(placeJob(data.job, places.jobs))
  }
}
