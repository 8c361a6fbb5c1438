import { clearLeftJobs } from "../../tools/job/list-jobs.ts"
import { placeJob } from "../../tools/job/place.ts"
import { toolIntent } from "../turn/tool-intent.ts"
import type { Work } from "../turn/work.ts"

/**
 * Clears away what a driver that died had done with: the files of jobs whose outcome it had just recorded, or whose
 * intent it never did. Only who holds the lease may: who lost it and is about to append an intent is refused.
 */
export async function clearLeftovers({
  store,
  lease,
  places,
}: Pick<Work, "store" | "lease" | "places">): Promise<void> {
  const { tools } = (await store.state(lease.session)).log.intents
  const started = tools.filter(({ startedAt }) => startedAt !== null)
  const open = await Promise.all(started.map((call) => toolIntent({ store, lease }, call)))
  clearLeftJobs(
    places.jobs,
    open.flatMap(({ job }) => (job ? [placeJob(job, places.jobs)] : [])),
  )
}
