import type { SessionView } from "../../src/client/session-view.ts"
import { type Event, type ForeignEvent, isKnown } from "../../src/session/event.ts"
import { client } from "../live/api-client.ts"
import { withoutRepeats } from "./recall.ts"

const page = 500
const pagesAtMost = 8
const enough = 50

type Fetched = { through: number; texts: readonly string[] }
const known = new Map<string, Fetched>()

/** Earlier inputs of a session, newest first, read from a bounded part of the log. */
export async function pastInputs(view: SessionView): Promise<readonly string[]> {
  const { id } = view.state
  const fetched = known.get(id) ?? (await fetchPast(id, view.state.seq))
  known.set(id, fetched)
  const newer = view.events.filter(({ seq }) => seq > fetched.through)
  return withoutRepeats([...inputTexts(newer), ...fetched.texts])
}

async function fetchPast(id: string, head: number): Promise<Fetched> {
  const texts: string[] = []
  let before = head + 1
  for (let pages = 0; pages < pagesAtMost && texts.length < enough && before > 1; pages++) {
    const { events } = await client.call("GET /api/sessions/:id/events", {
      params: { id },
      query: { before, limit: page },
    })
    texts.push(...inputTexts(events))
    before = events[0]?.seq ?? 1
  }
  return { through: head, texts }
}

/** Newest first. */
function inputTexts(events: ReadonlyArray<Event | ForeignEvent>): readonly string[] {
  return events
    .flatMap((event) => (isKnown(event) && event.type === "input.accepted" ? [event.data.text] : []))
    .toReversed()
}
