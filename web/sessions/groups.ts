import type { Row } from "../../src/server/contract/common.ts"
import type { Filter } from "./filter.ts"
import { type ActiveAt, activeAt, isOnTop } from "./session-order.ts"

/** The rows under one heading. */
export type Group = { readonly key: GroupKey; readonly rows: readonly Row[] }

/** Pinned; a day; the rest of this month; or a month, as `2026-10`. */
export type GroupKey = "pinned" | "today" | "yesterday" | "earlier" | `${number}-${number}`

/** Groups a sorted list by the user's calendar. */
export function grouped(
  rows: readonly Row[],
  { filter, now, at = activeAt }: { filter: Filter; now: Date; at?: ActiveAt },
): Group[] {
  const spanOf = spans(now)
  const groups: { key: GroupKey; since: string; rows: Row[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    const isPinned = isOnTop(row, filter)
    const fits = last && (last.key === "pinned" ? isPinned : at(row) >= last.since)
    if (fits) last.rows.push(row)
    else groups.push({ ...(isPinned ? { key: "pinned", since: "" } : spanOf(at(row))), rows: [row] })
  }
  return groups
}

/** A group and its start; ISO times are compared as strings. */
type Span = { key: GroupKey; since: string }

/** The group of a time. A time in the future, by this machine's clock, counts as today. */
function spans(now: Date): (at: string) => Span {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  // By calendar days: a day may have 23 or 25 hours.
  const known: readonly Span[] = [
    { key: "today", since: new Date(year, month, day).toISOString() },
    { key: "yesterday", since: new Date(year, month, day - 1).toISOString() },
    { key: "earlier", since: new Date(year, month, 1).toISOString() },
  ]
  return (at) => known.find(({ since }) => at >= since) ?? monthOf(new Date(at))
}

function monthOf(then: Date): Span {
  const [year, month] = [then.getFullYear(), then.getMonth()]
  return { key: `${year}-${month + 1}`, since: new Date(year, month, 1).toISOString() }
}
