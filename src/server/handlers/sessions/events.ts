import type { Event, ForeignEvent } from "../../../session/event.ts"
import type { Store } from "../../../store/contract.ts"
import type { Api } from "../../contract/api.ts"
import type { QueryOf } from "../../contract/endpoint.ts"

/** Where a page of events ends, whatever its limit: in UTF-16 units. */
const largestPage = 8 * 1024 * 1024

/** A page of events, each of them spelled once. */
export async function eventPage(
  store: Store,
  session: string,
  { after, before, limit }: QueryOf<Api["GET /api/sessions/:id/events"]>,
): Promise<Response> {
  const reverse = before !== undefined && after === undefined
  const range = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) }
  const page = await fitting(store.read(session, { ...range, limit, reverse }))
  if (reverse) page.reverse()
  // After the events: what is shown is never beyond the head.
  const { seq: head } = await store.row(session)
  return new Response(`{"events":[${page.join(",")}],"head":${head}}`, {
    headers: { "content-type": "application/json" },
  })
}

async function fitting(events: AsyncIterable<Event | ForeignEvent>): Promise<string[]> {
  const page: string[] = []
  let size = 0
  for await (const event of events) {
    const text = JSON.stringify(event)
    size += text.length
    if (page.length > 0 && size > largestPage) break
    page.push(text)
  }
  return page
}
