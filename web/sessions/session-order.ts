import type { Row } from "../../src/server/contract/common.ts"
import { type Filter, matches } from "./filter.ts"

/** How far pages are loaded: nothing, down to an activity time, or all. */
export type Reach = null | string | "end"

/** A row's sort key: its last activity. */
export type ActiveAt = (row: Row) => string

export const activeAt: ActiveAt = (row) => row.updatedAt

type Listing = {
  filter: Filter
  /** Rows below the loaded pages are known by chance, with gaps between them. */
  reach: Reach
  at?: ActiveAt
}

/** The list: pinned first, then by activity. A pure function of the known rows, whatever order they came in. */
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

/** Pins apply to the active list only; the archive is sorted by time. */
export function isOnTop(row: Row, filter: Filter): boolean {
  return row.pinned && filter.place === "sessions"
}

function isReached(row: Row, filter: Filter, reach: Reach): boolean {
  if (reach === "end" || isOnTop(row, filter)) return true
  return reach !== null && row.updatedAt >= reach
}

const descending = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)
