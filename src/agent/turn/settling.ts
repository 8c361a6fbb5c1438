import { placeJob } from "../../tools/job/place.ts"
import { viewJob } from "../../tools/job/view-job.ts"
import type { eventAt } from "../sessions/event-at.ts"
import type { Action } from "./decide.ts"
import { toolIntent } from "./tool-intent.ts"
import type { Places } from "./work.ts"

type Looking = Parameters<typeof eventAt>[0] & { places: Pick<Places, "jobs"> }

/** Whether an action only gives what is over its outcome: it begins nothing, and there is nothing to wait for. */
export async function isSettling(action: Action, work: Looking): Promise<boolean> {
  switch (action.do) {
    case "settle-model":
    // A person has asked for it, or it has crashed too often.
    case "end-tools":
      return true
    case "stop":
      return action.stop.code === "cancelled" || action.stop.code === "superseded" || action.stop.code === "crashed"
    case "settle-tools": {
      const started = await Promise.all(action.calls.map((call) => toolIntent(work, call)))
      return started.every(({ job }) => isOver(job, work))
    }
    default:
      return false
  }
}

function isOver(job: Parameters<typeof placeJob>[0] | undefined, { places }: Looking): boolean {
  return job !== undefined && viewJob(placeJob(job, places.jobs)).state === "over"
}
