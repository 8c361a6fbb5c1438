import { clearLeftJobs } from "../tools/job/list.ts"
import { placeJob } from "../tools/job/place.ts"
import { eventAt } from "./log.ts"
import type { Work } from "./work.ts"

/**
 * Clears away what a driver that died had done with: the files of jobs whose outcome it had just recorded, or whose
 * intent it never did. Only who holds the lease may: who lost it and is about to append an intent is refused.
 */
export async function clearLeftovers({
  store,
  lease,
  places,
}: Pick<Work, "store" | "lease" | "places">): Promise<void> {
  const { tools, checks } = (await store.state(lease.session)).log.intents
  const open = await Promise.all([
    ...tools.flatMap(({ startedAt }) =>
      startedAt === null ? [] : eventAt({ store, lease }, startedAt, "tool.started"),
    ),
    ...checks.map(({ seq }) => eventAt({ store, lease }, seq, "done.verification-started")),
  ])
  clearLeftJobs(
    places.jobs,
    open.flatMap(({ data }) => (data.job ? [placeJob(data.job, places.jobs)] : [])),
  )
}
