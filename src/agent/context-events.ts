import { type Event, type ForeignEvent, isKnown } from "../session/event.ts"
import { inRanges } from "../session/fold.ts"
import { contextStart } from "../session/view/context.ts"
import type { Work } from "./work.ts"

/** The events that the context is made from, and whether the limit left older ones out. */
export type ContextEvents = { events: Array<Event | ForeignEvent>; leftOut: boolean }

/** Reads back from the newest event, so that a step of a long session costs what one of a short session does. */
export async function contextEvents({ store, lease, state, limits }: ContextWork): Promise<ContextEvents> {
  const after = contextStart(state) - 1
  const { contextMessages: wanted } = limits
  if (wanted === null) return { events: await Array.fromAsync(store.read(lease.session, { after })), leftOut: false }
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

type ContextWork = Pick<Work, "store" | "lease" | "state" | "limits">

function isMessage(event: Event): boolean {
  switch (event.type) {
    case "input.consumed":
    case "model.answered":
    case "tool.finished":
      return true
    case "turn.started":
      return event.data.resumes !== undefined
    case "workflow.decided":
    case "workflow.noted":
      return event.data.kind !== "legacy_trace" && event.data.message !== undefined
    case "model.interrupted":
      return event.data.reason !== "crashed" && event.data.text !== ""
    default:
      return false
  }
}
