import type { Row } from "../../src/server/contract/common.ts"
import type { Group } from "./groups.ts"

/** A line of the list with its position in pixels. */
export type LayoutRow = { readonly start: number; readonly size: number; readonly group: number } & (
  | { readonly kind: "heading" }
  | { readonly kind: "row"; readonly row: Row; readonly at: number }
)

export type Placed = Group & {
  /** The line number of its heading. */
  readonly first: number
  readonly start: number
  readonly size: number
}

/** The positions of all lines. Rows have a fixed height, so nothing is measured, and lines are computed on demand. */
export type Layout = {
  readonly groups: readonly Placed[]
  /** The number of lines, headings included. */
  readonly count: number
  readonly size: number
  readonly sizes: Sizes
}

export type Sizes = { heading: number; row: number }

export function laidOut(groups: readonly Group[], sizes: Sizes): Layout {
  const placed: Placed[] = []
  let [first, start] = [0, 0]
  for (const group of groups) {
    const size = sizes.heading + group.rows.length * sizes.row
    placed.push({ ...group, first, start, size })
    first += 1 + group.rows.length
    start += size
  }
  return { groups: placed, count: first, size: start, sizes }
}

/** A line by its number. */
export function lineAt({ groups, sizes }: Layout, index: number): LayoutRow | undefined {
  const group = groups.findLastIndex(({ first }) => first <= index)
  const placed = groups[group]
  if (!placed) return undefined
  const at = index - placed.first - 1
  if (at < 0) return { kind: "heading", group, start: placed.start, size: sizes.heading }
  const row = placed.rows[at]
  const start = placed.start + sizes.heading + at * sizes.row
  return row && { kind: "row", group, row, at, start, size: sizes.row }
}

/** The line number of a session; -1 if it is not in the list. */
export function lineOf({ groups }: Layout, id: string): number {
  for (const { rows, first } of groups) {
    const at = rows.findIndex((row) => row.id === id)
    if (at >= 0) return first + 1 + at
  }
  return -1
}

/** The row of a session in the list. */
export function rowIn(layout: Layout, id: string): Row | undefined {
  const line = lineAt(layout, lineOf(layout, id))
  return line?.kind === "row" ? line.row : undefined
}

/** The sessions of the list in their order. */
export function orderOf({ groups }: Layout): string[] {
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id))
}

/** How many rows to search for one that kept its place. */
const lookedAt = 50

/**
 * How far to scroll so that the view stays put: follows the first row at or below `top` that did not move by itself.
 * `kept` says whether there was one.
 */
export function shiftBetween(before: Layout, after: Layout, top: number, kept: (id: string) => boolean): number {
  const { heading, row } = before.sizes
  const group = before.groups.find(({ start, size }) => start + size > top)
  if (!group) return 0
  const from = group.first + 1 + Math.max(0, Math.floor((top - group.start - heading) / row))
  for (let index = from; index < Math.min(before.count, from + lookedAt); index++) {
    const line = lineAt(before, index)
    if (line?.kind !== "row" || !kept(line.row.id)) continue
    const now = lineAt(after, lineOf(after, line.row.id))
    if (now) return now.start - line.start
  }
  return 0
}
