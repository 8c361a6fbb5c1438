import type { EventType } from "../../src/session/event.ts"
import type { Range } from "../../src/session/state.ts"
import { type TranscriptItem, transcript } from "../../src/session/view/transcript.ts"
import type { LogEvent } from "../live/window.ts"

/** What tells an item from all others, through all that happens to it. */
export function keyOf(item: TranscriptItem): string {
  // What is being sent has this key already: it becomes the item in place.
  return item.kind === "input" ? `input:${item.input}` : `${item.kind}:${item.seq}`
}

/**
 * The items of a part of the log. One that did not change is the same object as before, so that it is not drawn again.
 * An outcome whose beginning lies before the first event that is known is left out: it would stand elsewhere, and be
 * another item, as soon as that is fetched.
 */
export function itemsOf(
  events: readonly LogEvent[],
  { live, inputs = [] }: { live?: readonly Range[] | undefined; inputs?: readonly LogEvent[] } = {},
  before: readonly TranscriptItem[] = [],
): readonly TranscriptItem[] {
  const first = events[0]?.seq ?? 1
  const items = transcript(events, { inputs, ...(live ? { live } : {}) }).filter(
    ({ seq }) => first === 1 || !outcomes.has(events[seq - first]?.type ?? ""),
  )
  // Both are in the order of the log, and most of them are in both.
  let at = 0
  for (const [index, item] of items.entries()) {
    while (at < before.length && (before[at]?.seq ?? 0) < item.seq) at += 1
    for (let near = at; before[near]?.seq === item.seq; near += 1) {
      const old = before[near]
      if (old && old.kind === item.kind && isSame(old, item)) items[index] = old
    }
  }
  return items.length === before.length && items.every((item, at) => item === before[at]) ? before : items
}

const outcomes: ReadonlySet<string> = new Set<EventType>([
  "model.answered",
  "model.failed",
  "model.interrupted",
  "tool.started",
  "tool.finished",
])

/** Whether two values of plain data are alike. Asked of every item at every event: nothing is made for it. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const name in one) if (!isSame(one[name], other[name])) return false
  for (const name in other) if (!(name in one)) return false
  return true
}
