import { projectOf } from "../../agent/configuration/project-of.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortIds } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import { HoldfastError } from "../../session/error.ts"
import type { ListQuery, SessionRow, Store } from "../../store/contract.ts"
import { noSessionOf, sessionsOf } from "./own-sessions.ts"

/**
 * Finds a session by its id, a prefix or suffix of it, or `last` for the project's newest. Throws with the candidates
 * if several match.
 */
export async function findSession(store: Store, typed: string): Promise<SessionRow> {
  if (typed === "last") return newestHere(store)
  const part = typed.toLowerCase()
  const found = part.length < leastCharacters ? [] : await matching(store, { id: part })
  const exact = found.find((row) => row.id === typed)
  if (exact) return exact
  const [only, ...others] = found
  if (only && others.length === 0) return only
  if (only) throw ambiguous(typed, found)
  // An id in another format or of an erased session: the store knows which.
  return store.row(typed).catch((error: unknown) => {
    throw part.length < leastCharacters ? tooShort(typed, error) : error
  })
}

/** The sessions that match a query, archived and deleted ones included, up to a limit. */
export async function matching(store: Store, query: ListQuery): Promise<SessionRow[]> {
  const kinds: ListQuery[] = [{}, { archived: true }, { trashed: true }]
  const pages = await Promise.all(kinds.map((kind) => store.list({ limit: 50, ...query, ...kind })))
  return pages.flatMap(({ items }) => items)
}

const leastCharacters = 4

async function newestHere(store: Store): Promise<SessionRow> {
  const project = projectOf()
  const [newest] = (await sessionsOf(store, project)).items
  if (newest) return newest
  throw noSessionOf(project)
}

function tooShort(typed: string, cause: unknown): HoldfastError {
  const message = `${JSON.stringify(typed)} is too short: type at least ${leastCharacters} characters of the id, or \`last\`.`
  return new HoldfastError("not-found", message, { cause })
}

function ambiguous(typed: string, rows: readonly SessionRow[]): HoldfastError {
  const short = shortIds(rows.map(({ id }) => id))
  const shown = rows.slice(0, maxCandidates).map(({ id, title, updatedAt }) => {
    return `  ${short(id)}  ${oneLine(title ?? "") || "(no title)"}, ${ago(updatedAt)}`
  })
  const more = rows.length > shown.length ? [`  and ${rows.length - shown.length} more`] : []
  const lines = [`${JSON.stringify(typed)} matches ${rows.length} sessions. Type more of the id:`, ...shown, ...more]
  return new HoldfastError("invalid", lines.join("\n"), { details: { candidates: rows.map(({ id }) => id) } })
}

const maxCandidates = 10
