import { isHoldfastError } from "../../../session/error.ts"
import type { SessionRow, Store } from "../../../store/contract.ts"
import type { Api } from "../../contract/api.ts"
import type { AnswerOf, QueryOf } from "../../contract/endpoint.ts"
import { type RowContext, shownRows } from "../../shown-row.ts"

type List = Api["GET /api/sessions"]

/** A page of the list; with a text, of the sessions that contain it. */
export async function listPage(context: RowContext, query: QueryOf<List>): Promise<AnswerOf<List>> {
  const { store } = context
  const { items, next } = query.q === undefined ? await store.list(given(query)) : await found(store, query, query.q)
  return { items: await shownRows(context, items), next }
}

/** How many pages of hits to read for one page of sessions: all hits may be in the same session. */
const maxPages = 10

async function found(
  store: Store,
  query: QueryOf<List>,
  text: string,
): Promise<{ items: SessionRow[]; next: string | null }> {
  const items: SessionRow[] = []
  const seen = new Set<string>()
  const scope = query.project === undefined ? { text } : { text, project: query.project }
  let cursor: string | null = query.cursor ?? null
  for (let pages = 0; items.length < query.limit && pages < maxPages; pages += 1) {
    // Ask for no more hits than sessions: every page is used up, so its cursor is the next one.
    const page: Awaited<ReturnType<Store["search"]>> = await store.search({
      ...scope,
      limit: query.limit - items.length,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const { session, seq } of page.items) {
      if (seen.has(session)) continue
      seen.add(session)
      const isRepeated = query.cursor !== undefined && (await newestHit(store, text, session)) !== seq
      const row = isRepeated ? undefined : await rowIfThere(store, session)
      if (row && fits(row, query)) items.push(row)
    }
    cursor = page.next
    if (cursor === null) break
  }
  return { items, next: cursor }
}

// A session is listed at its newest hit: skip it if an earlier page had one.
async function newestHit(store: Store, text: string, session: string): Promise<number | undefined> {
  return (await store.search({ text, session, limit: 1 })).items[0]?.seq
}

async function rowIfThere(store: Store, session: string): Promise<SessionRow | undefined> {
  try {
    return await store.row(session)
  } catch (error) {
    if (isHoldfastError(error) && (error.code === "erased" || error.code === "not-found")) return undefined
    throw error
  }
}

function fits(row: SessionRow, { status, tag, archived = false, trashed = false, pinned, parent }: QueryOf<List>) {
  return (
    row.trashed === trashed &&
    row.archived === archived &&
    (status === undefined || row.status === status) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (pinned === undefined || row.pinned === pinned) &&
    (parent === undefined || row.parent?.session === parent)
  )
}

function given({ q: _q, ...query }: QueryOf<List>) {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
