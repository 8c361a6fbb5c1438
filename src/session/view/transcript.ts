import type { Event, EventType, ForeignEvent } from "../event.ts"
import { isKnown } from "../event.ts"
import { inRanges } from "../fold.ts"
import { noPartials, type Partials } from "../partial.ts"
import type { Range } from "../state.ts"
import type { TranscriptItem } from "./transcript/item.ts"
import { add, follow, type Items, noItems, type Shows } from "./transcript/items.ts"
import { keepInput, saidShows } from "./transcript/said.ts"
import { steeredShows } from "./transcript/steered.ts"
import { workedShows } from "./transcript/worked.ts"

export type { TranscriptItem } from "./transcript/item.ts"

/**
 * The transcript of a contiguous stretch of a log, whole or a page. An outcome whose beginning lies before the page
 * is where the outcome is. `inputs` are the events before the page that say what an input was that it may consume.
 */
export function transcript(
  events: Iterable<Event | ForeignEvent>,
  options: { partials?: Partials; live?: readonly Range[]; inputs?: Iterable<Event | ForeignEvent> } = {},
): TranscriptItem[] {
  const { partials = noPartials, live, inputs = [] } = options
  const items = noItems()
  for (const event of inputs) if (isKnown(event)) keepInput(items, event)
  for (const event of events) {
    const shown = !live || inRanges(live, event.seq)
    if (!isKnown(event)) {
      if (shown) add(items, { kind: "unknown", seq: event.seq, at: event.at, type: event.type })
      continue
    }
    if (shown) show(items, event, partials)
    else keepInput(items, event)
    follow(items, event)
  }
  return items.all
}

const shows: Shows = { ...saidShows, ...workedShows, ...steeredShows }

function show<T extends EventType>(items: Items, event: Event<T>, partials: Partials): void {
  const shower = shows[event.type] as ((items: Items, event: Event<T>, partials: Partials) => void) | undefined
  shower?.(items, event, partials)
}
