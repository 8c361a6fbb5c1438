import { projectOf } from "../agent/project.ts"
import { HoldfastError } from "../session/error.ts"
import type { SessionRow, Store } from "../store/contract.ts"

/** The tag of sessions that only look around: they are continued by `explore` alone. */
export const exploreTag = "explore"

const mostRows = 50

/** The sessions of this project that a person works in, newest first. */
export async function ownSessions(store: Store): Promise<SessionRow[]> {
  const { items } = await store.list({ project: projectOf(), limit: mostRows })
  return items.filter(({ tags }) => !tags.includes(exploreTag))
}

export async function newestOfProject(store: Store): Promise<SessionRow> {
  const [newest] = await ownSessions(store)
  if (newest) return newest
  throw new HoldfastError("not-found", `There is no session of ${projectOf()} to continue. Leave --continue out.`)
}
