import { projectOf } from "../../agent/configuration/project-of.ts"
import { HoldfastError } from "../../session/error.ts"
import type { ListQuery, Page, SessionRow, Store } from "../../store/contract.ts"

/** The tag of explore sessions, which only `explore` continues. */
export const exploreTag = "explore"

/**
 * Whether a session belongs to a project: by its workspace's current project, or the recorded one. So a `.git` that
 * appears or vanishes hides no session, and nested repositories keep theirs.
 */
export function belongsTo(project: string): (row: Pick<SessionRow, "project" | "workspace">) => boolean {
  const now = new Map<string, string>()
  const projectNow = (workspace: string) => {
    const known = now.get(workspace) ?? projectOf(workspace)
    now.set(workspace, known)
    return known
  }
  return (row) => row.project === project || projectNow(row.workspace) === project
}

/** A page of the sessions of a project, newest first. */
export async function sessionsOf(
  store: Store,
  project: string,
  { limit = usualLimit, ...query }: Omit<ListQuery, "project" | "within"> = {},
): Promise<Page<SessionRow>> {
  const isOwn = belongsTo(project)
  const items: SessionRow[] = []
  let cursor: string | null = query.cursor ?? null
  do {
    // Read exactly as many rows as wanted, so that the page's cursor is the next start.
    const wanted = { ...query, within: project, limit: limit - items.length, ...(cursor === null ? {} : { cursor }) }
    const page = await store.list(wanted)
    items.push(...page.items.filter(isOwn))
    cursor = page.next
  } while (cursor !== null && items.length < limit)
  return { items, next: cursor }
}

const usualLimit = 50

/** The project's newest session, explore sessions aside. */
export async function newestOfProject(store: Store): Promise<SessionRow> {
  const here = projectOf()
  const newest = (await sessionsOf(store, here)).items.find(isOwnWork)
  if (newest) return newest
  throw noSessionOf(here)
}

/** What `resume` continues without an id: an interrupted session, else one waiting for an answer, else the newest. */
export async function sessionToResume(store: Store): Promise<SessionRow> {
  const here = projectOf()
  for (const status of ["interrupted", "waiting", undefined] as const) {
    const { items } = await sessionsOf(store, here, status ? { status } : {})
    const found = items.find(isOwnWork) ?? items[0]
    if (found) return found
  }
  throw noSessionOf(here)
}

export function noSessionOf(project: string): HoldfastError {
  return new HoldfastError(
    "not-found",
    `There is no session of ${project} yet. See 'holdfast sessions' for those of other projects.`,
  )
}

const isOwnWork = ({ tags }: SessionRow) => !tags.includes(exploreTag)
