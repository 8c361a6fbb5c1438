import { projectOf } from "../agent/project.ts"
import { oneLine } from "../agent/text/plain.ts"
import { shortIds } from "../agent/text/short-id.ts"
import { ago } from "../agent/text/time.ts"
import { HoldfastError } from "../session/error.ts"
import type { ListQuery, SessionRow, Store } from "../store/contract.ts"
import { noSessionOf, sessionsOf } from "./own-sessions.ts"

/**
 * The session that a person means: its id, the newest one of this project for `last`, or the one whose id begins or
 * ends with what was typed. Throws with the candidates where there are several.
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
  // An id of another form, or an erased one, which the store tells apart.
  return store.row(typed).catch((error: unknown) => {
    throw part.length < leastCharacters ? tooShort(typed, error) : error
  })
}

/** Every session that a query finds, whether archived, trashed or neither; enough of them to tell a person. */
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
  const shown = rows.slice(0, mostCandidates).map(({ id, title, updatedAt }) => {
    return `  ${short(id)}  ${oneLine(title ?? "") || "(no title)"}, ${ago(updatedAt)}`
  })
  const more = rows.length > shown.length ? [`  and ${rows.length - shown.length} more`] : []
  const lines = [`${JSON.stringify(typed)} fits ${rows.length} sessions. Type more of the id:`, ...shown, ...more]
  return new HoldfastError("invalid", lines.join("\n"), { details: { candidates: rows.map(({ id }) => id) } })
}

const mostCandidates = 10
