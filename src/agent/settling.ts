import { placeJob } from "../tools/job/place.ts"
import { viewJob } from "../tools/job/view.ts"
import type { Action } from "./decide.ts"
import { eventAt } from "./log.ts"
import type { Places } from "./work.ts"

type Looking = Parameters<typeof eventAt>[0] & { places: Pick<Places, "jobs"> }

/** Whether an action only gives what is over its outcome: it begins nothing, and there is nothing to wait for. */
export async function isSettling(action: Action, work: Looking): Promise<boolean> {
  switch (action.do) {
    case "settle-model":
    // A person has asked for it, or it has crashed too often.
    case "end-tools":
    case "end-checks":
      return true
    case "stop":
      return action.stop.code === "cancelled" || action.stop.code === "superseded" || action.stop.code === "crashed"
    case "settle-tools": {
      const started = await Promise.all(action.calls.map((call) => eventAt(work, call.startedAt ?? 0, "tool.started")))
      return started.every(({ data }) => isOver(data.job, work))
    }
    case "settle-check":
      return isOver((await eventAt(work, action.started, "done.verification-started")).data.job, work)
    default:
      return false
  }
}

function isOver(job: Parameters<typeof placeJob>[0] | undefined, { places }: Looking): boolean {
  return job !== undefined && viewJob(placeJob(job, places.jobs)).state === "over"
}
