import type { EventType } from "../../src/session/event.ts"
import type { Range } from "../../src/session/state.ts"
import { type TranscriptItem, transcript } from "../../src/session/view/transcript.ts"
import type { LogEvent } from "../live/window.ts"

/** A stable key of an item. */
export function keyOf(item: TranscriptItem): string {
  // The outbox row uses the same key, so that it turns into this item in place.
  return item.kind === "input" ? `input:${item.input}` : `${item.kind}:${item.seq}`
}

/**
 * The items of a range of the log. Unchanged items keep their identity, so they do not render again. Outcomes of
 * intents before the range are left out: they would move once the intent is loaded. A check is shown from where its
 * command starts, not from its call.
 */
export function itemsOf(
  events: readonly LogEvent[],
  { live, inputs = [] }: { live?: readonly Range[] | undefined; inputs?: readonly LogEvent[] } = {},
  before: readonly TranscriptItem[] = [],
): readonly TranscriptItem[] {
  const first = events[0]?.seq ?? 1
  const items = transcript(events, { inputs, ...(live ? { live } : {}) }).filter(
    ({ kind, seq }) => first === 1 || kind === "check" || !outcomes.has(events[seq - first]?.type ?? ""),
  )
  // Both lists are in log order and mostly equal.
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

/** Deep equality of plain data, without allocation: it runs for every item at every event. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const name in one) if (!isSame(one[name], other[name])) return false
  for (const name in other) if (!(name in one)) return false
  return true
}
