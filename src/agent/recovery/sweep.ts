import { existsSync, readdirSync } from "node:fs"
import { rm } from "node:fs/promises"
import { isHoldfastError } from "../../session/error.ts"
import type { Store } from "../../store/contract.ts"
import { endJob } from "../../tools/job/end-job.ts"
import { listJobs } from "../../tools/job/list-jobs.ts"
import { placesIn, sessionPlaces } from "../configuration/places.ts"

/** Ends the commands of an erased session and removes its directories; returns those that existed. */
export async function clearPlaces(of: { directory: string; session: string }): Promise<string[]> {
  const places = sessionPlaces(of)
  for (const { job, status } of listJobs(places.jobs)) if (status === "running") await endJob(job)
  const there = Object.values(places).filter((place) => existsSync(place))
  for (const place of there) await rm(place, { recursive: true, force: true, maxRetries: 3 })
  return there
}

/**
 * Removes the directories of erased sessions that a crash during an erasure left behind; returns the sessions.
 * Directories that belong to no session that was ever here are not touched.
 */
export async function sweepErased(of: {
  store: Pick<Store, "row">
  directory: string
  signal: AbortSignal
}): Promise<string[]> {
  const { store, directory, signal } = of
  const swept: string[] = []
  const names = new Set(Object.values(placesIn(directory)).flatMap(namesIn))
  for (const session of names) {
    if (signal.aborted) break
    if (!(await isErased(store, session))) continue
    await clearPlaces({ directory, session })
    swept.push(session)
  }
  return swept
}

function namesIn(place: string): string[] {
  return existsSync(place) ? readdirSync(place) : []
}

async function isErased(store: Pick<Store, "row">, session: string): Promise<boolean> {
  try {
    await store.row(session)
    return false
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return error.code === "erased"
  }
}
