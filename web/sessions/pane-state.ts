import { cell } from "../live/cell.ts"
import { type Filter, noFilter } from "./filter.ts"
import type { Selection } from "./selection.ts"

// Beside the components: on a phone the pane is a drawer, and comes back as it was left.

/** What the list is narrowed to. */
export const filter = cell<Filter>(noFilter)

/** What is searched for; empty: nothing. */
export const sought = cell("")

/** The session whose title is being written in the list. */
export const editing = cell<string | null>(null)

/** What is selected; null: nothing is being selected. */
export const selection = cell<Selection | null>(null)

/** Narrows the list further, or wider. */
export function narrow(change: Partial<Filter>): void {
  filter.set({ ...filter.get(), ...change })
  selection.set(null)
}

/** Whether the filters are shown; while any of them is set they are. */
export const filtersOpen = cell(false)

/** The sessions of the list in their order, as it is shown. */
export const shownIds = cell<readonly string[]>([])
