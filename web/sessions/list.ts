import type { Row } from "../../src/server/contract/common.ts"
import { type Filter, matches } from "./filter.ts"

/** How far the pages have come: nothing yet, down to a moment of activity, or to the end. */
export type Reach = null | string | "end"

/** When a row was active last, for its place in the list. */
export type ActiveAt = (row: Row) => string

export const activeAt: ActiveAt = (row) => row.updatedAt

type Listing = {
  filter: Filter
  /** Rows further down than the pages are known by chance: there may be others between them. */
  reach: Reach
  at?: ActiveAt
}

/** The list: pinned ones first, then the most recently active. It depends on what is known only, not on how it came. */
export function listed(rows: Iterable<Row>, { filter, reach, at = activeAt }: Listing): Row[] {
  const shown: Row[] = []
  for (const row of rows) if (matches(row, filter) && isReached(row, filter, reach)) shown.push(row)
  return shown.sort(
    (one, other) =>
      Number(isOnTop(other, filter)) - Number(isOnTop(one, filter)) ||
      descending(at(one), at(other)) ||
      descending(one.id, other.id),
  )
}

/** Pins count in the list itself: an archive is looked through by time. */
export function isOnTop(row: Row, filter: Filter): boolean {
  return row.pinned && filter.place === "sessions"
}

function isReached(row: Row, filter: Filter, reach: Reach): boolean {
  if (reach === "end" || isOnTop(row, filter)) return true
  return reach !== null && row.updatedAt >= reach
}

const descending = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)
