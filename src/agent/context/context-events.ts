import { shownOnly } from "../../session/event/model.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"
import { inRanges } from "../../session/fold.ts"
import { isOfCheck } from "../../session/view/check-event.ts"
import { contextStart } from "../../session/view/context.ts"
import type { Work } from "../turn/work.ts"

/** The events that the context is made from, and whether the limit left older ones out. */
export type ContextEvents = { events: Array<Event | ForeignEvent>; leftOut: boolean }

/** Reads what the newest summary does not stand for, so that a step of a long session costs what one of a short session does. */
export async function contextEvents(work: ContextWork): Promise<ContextEvents> {
  const { store, lease, state, limits } = work
  const { contextMessages: wanted } = limits
  if (wanted === null) return { events: await wholeContextEvents(work), leftOut: false }
  const after = contextStart(state) - 1
  const summarised = state.branch.compaction?.through ?? 0
  const events: Array<Event | ForeignEvent> = []
  let messages = 0
  let amongResults = false
  const withoutText = new Set<string>()
  for await (const event of store.read(lease.session, { after, reverse: true })) {
    if (isKnown(event) && isMessage(event) && event.seq > summarised && inRanges(state.live, event.seq)) {
      // Not between a call and its result, nor between the place of an input and its text.
      if (messages >= wanted && !amongResults && withoutText.size === 0) {
        return { events: events.reverse(), leftOut: true }
      }
      messages += 1
      amongResults = event.type === "tool.finished"
      if (event.type === "input.consumed") withoutText.add(event.data.input)
    }
    if (isKnown(event) && event.type === "input.accepted") withoutText.delete(event.data.input)
    events.push(event)
  }
  return { events: events.reverse(), leftOut: false }
}

/**
 * All of it, without the limit. An input may have waited for long before it was taken: it is looked for back from the
 * summary only where one was taken whose text is not there.
 */
export async function wholeContextEvents({
  store,
  lease,
  state,
}: Omit<ContextWork, "limits">): Promise<Array<Event | ForeignEvent>> {
  const start = contextStart(state)
  const near = Math.max(start, state.branch.compaction?.through ?? 1)
  const events = await Array.fromAsync(store.read(lease.session, { after: near - 1 }))
  const said = new Set(events.flatMap((event) => (isSaid(event) ? [event.data.input] : [])))
  const missing = new Set(
    events.flatMap((event) => (isTaken(event) && !said.has(event.data.input) ? [event.data.input] : [])),
  )
  if (missing.size === 0 || start === near) return events
  const earlier: Array<Event | ForeignEvent> = []
  for await (const event of store.read(lease.session, { after: start - 1, before: near, reverse: true })) {
    earlier.push(event)
    if (isSaid(event) && missing.delete(event.data.input) && missing.size === 0) break
  }
  return [...earlier.reverse(), ...events]
}

const isSaid = (event: Event | ForeignEvent): event is Event<"input.accepted"> =>
  isKnown(event) && event.type === "input.accepted"
const isTaken = (event: Event | ForeignEvent): event is Event<"input.consumed"> =>
  isKnown(event) && event.type === "input.consumed"

/** What it takes to read the conversation of a session; no right to drive it. */
export type ContextWork = Pick<Work, "state"> & {
  store: Pick<Work["store"], "read" | "blob">
  lease: Pick<Work["lease"], "session">
  limits: Pick<Work["limits"], "contextMessages">
}

function isMessage(event: Event): boolean {
  switch (event.type) {
    case "input.consumed":
    case "model.answered":
      return true
    case "tool.finished":
      return !isOfCheck(event)
    case "turn.started":
      return event.data.resumes !== undefined
    case "workflow.decided":
    case "workflow.noted":
      return event.data.kind !== "legacy_trace" && event.data.message !== undefined
    case "model.interrupted":
      return !shownOnly.has(event.data.reason) && event.data.text !== ""
    default:
      return false
  }
}
