import { HoldfastError } from "../../../session/error.ts"
import { type Event, type ForeignEvent, isKnown } from "../../../session/event.ts"
import type { SessionState } from "../../../session/state.ts"
import type { Store } from "../../../store/contract.ts"
import type { Api } from "../../contract/api.ts"
import type { QueryOf } from "../../contract/endpoint.ts"

/** A page of events ends at this size in UTF-16 units, whatever its limit. */
const largestPage = 8 * 1024 * 1024

/** A page of events, with the earlier inputs that they refer to. */
export async function eventPage(
  store: Store,
  session: string,
  { after, before, limit }: QueryOf<Api["GET /api/sessions/:id/events"]>,
): Promise<Response> {
  const reverse = before !== undefined && after === undefined
  const range = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) }
  // Read before the events: an input consumed in between is then in one of the two.
  const waiting = await waitingIn(store, session)
  const page = await fitting(store.read(session, { ...range, limit, reverse }))
  if (reverse) page.reverse()
  // Read after the events, so that no event is beyond the head.
  const { seq: head } = await store.row(session)
  const events = page.map(({ event }) => event)
  const isLast = events.length === 0 || events.at(-1)?.seq === head
  const wanted = consumedOf(events)
  const first = events[0]?.seq ?? 1
  if (isLast) for (const { input, seq } of waiting) if (seq < first) wanted.add(input)
  const inputs = await inputsBefore(store, session, { first, wanted })
  const spelled = [page.map(({ text }) => text), inputs.map((event) => JSON.stringify(event))]
  return new Response(`{"events":[${spelled[0]}],"inputs":[${spelled[1]}],"head":${head}}`, {
    headers: { "content-type": "application/json" },
  })
}

/** The waiting inputs; none for a damaged session, which is read-only. */
async function waitingIn(store: Store, session: string): Promise<SessionState["log"]["inputs"]["waiting"]> {
  try {
    return (await store.state(session)).log.inputs.waiting
  } catch (error) {
    if (error instanceof HoldfastError && error.code === "damaged") return []
    throw error
  }
}

type Spelled = { event: Event | ForeignEvent; text: string }

async function fitting(events: AsyncIterable<Event | ForeignEvent>): Promise<Spelled[]> {
  const page: Spelled[] = []
  let size = 0
  for await (const event of events) {
    const text = JSON.stringify(event)
    size += text.length
    if (page.length > 0 && size > largestPage) break
    page.push({ event, text })
  }
  return page
}

/** The ids of inputs that these events consume but do not contain. */
function consumedOf(events: readonly (Event | ForeignEvent)[]): Set<string> {
  const accepted = new Set<string>()
  const consumed = new Set<string>()
  for (const event of events) {
    if (isInput(event, "input.accepted")) accepted.add(event.data.input)
    if (isInput(event, "input.consumed") && !accepted.has(event.data.input)) consumed.add(event.data.input)
  }
  return consumed
}

/** The events before a seq that accepted or edited these inputs, in log order. */
async function inputsBefore(
  store: Store,
  session: string,
  { first, wanted }: { first: number; wanted: ReadonlySet<string> },
): Promise<(Event | ForeignEvent)[]> {
  const missing = new Set(wanted)
  const found: (Event | ForeignEvent)[] = []
  if (missing.size === 0 || first === 1) return found
  for await (const event of store.read(session, { before: first, reverse: true })) {
    const isAccepted = isInput(event, "input.accepted")
    if (!isAccepted && !isInput(event, "input.edited")) continue
    if (!missing.has(event.data.input)) continue
    found.push(event)
    if (isAccepted) missing.delete(event.data.input)
    if (missing.size === 0) break
  }
  return found.reverse()
}

type InputEvent = "input.accepted" | "input.edited" | "input.consumed"

const isInput = <T extends InputEvent>(event: Event | ForeignEvent, type: T): event is Event<T> =>
  isKnown(event) && event.type === type
