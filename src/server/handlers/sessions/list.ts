import { isHoldfastError } from "../../../session/error.ts"
import type { SessionRow, Store } from "../../../store/contract.ts"
import type { Api } from "../../contract/api.ts"
import type { AnswerOf, QueryOf } from "../../contract/endpoint.ts"
import { type RowGround, shownRows } from "../../shown-row.ts"

type List = Api["GET /api/sessions"]

/** A page of the list; with a text, of the sessions in which it is found. */
export async function listPage(ground: RowGround, query: QueryOf<List>): Promise<AnswerOf<List>> {
  const { store } = ground
  const { items, next } = query.q === undefined ? await store.list(given(query)) : await found(store, query, query.q)
  return { items: await shownRows(ground, items), next }
}

/** How many pages of hits are looked through for one page of sessions: one session may have all of them. */
const mostPages = 10

async function found(
  store: Store,
  query: QueryOf<List>,
  text: string,
): Promise<{ items: SessionRow[]; next: string | null }> {
  const items: SessionRow[] = []
  const seen = new Set<string>()
  const scope = query.project === undefined ? { text } : { text, project: query.project }
  let cursor: string | null = query.cursor ?? null
  for (let pages = 0; items.length < query.limit && pages < mostPages; pages += 1) {
    // No more hits than sessions are wanted: so a page is always used up, and its cursor is where to go on.
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

// A session is shown where its newest hit is: what was on an earlier page is not shown again.
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
