import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { EraseOptions, Receipt, Store } from "../../store/contract.ts"
import { listJobs } from "../../tools/job/list-jobs.ts"
import { sessionPlaces } from "../configuration/places.ts"
import { clearPlaces } from "../recovery/sweep.ts"

/** The receipt, with the directories that went with the session. */
export type Erasure = Receipt & { removed: readonly string[] }

/**
 * Erases a session with all that was kept of it outside of the store: the output of its commands, and the copies of what
 * they changed. A command that still runs is refused (`illegal`), or ended with `force`. What a crash left behind
 * is removed when it is erased again, and when a server starts.
 */
export async function eraseSession(
  { store, directory }: { store: Store; directory: string },
  session: string,
  { force = false, ...options }: EraseOptions & { force?: boolean } = {},
): Promise<Erasure> {
  const { jobs } = sessionPlaces({ directory, session })
  const running = listJobs(jobs).filter(({ status }) => status === "running")
  if (running.length > 0 && !force) throw stillRuns(running.map(({ job }) => job.command))
  // Before anything is ended or removed: a session with forks, or one that is driven, stays as it is.
  const receipt = await store.erase(session, options).catch(async (error: unknown) => {
    if (isHoldfastError(error) && error.code === "erased") await clearPlaces({ directory, session })
    throw error
  })
  return { ...receipt, removed: await clearPlaces({ directory, session }) }
}

function stillRuns(commands: readonly string[]): HoldfastError {
  const what = commands.map((command) => `\`${command}\``).join(", ")
  const message = `Commands of this session still run: ${what}. End them first, or force it (--force, or force=true), which ends them.`
  return new HoldfastError("illegal", message, { details: { commands } })
}
