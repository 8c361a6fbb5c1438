import type { Row } from "../../src/server/contract/common.ts"
import type { Filter } from "./filter.ts"
import { type ActiveAt, activeAt, isOnTop } from "./list.ts"

/** A stretch of the list under one heading. */
export type Group = { readonly key: GroupKey; readonly rows: readonly Row[] }

/** Pinned; a day; the rest of this month; or a month, as `2026-10`. */
export type GroupKey = "pinned" | "today" | "yesterday" | "earlier" | `${number}-${number}`

/** Cuts a sorted list into groups, by the calendar of the person. */
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

/** A group and the moment that it begins with: times are compared as they are written. */
type Span = { key: GroupKey; since: string }

/** The group of a moment. What is ahead of the clock of this machine counts as today. */
function spans(now: Date): (at: string) => Span {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  // Through the calendar, not by 24 hours: a day can have 23 or 25.
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
