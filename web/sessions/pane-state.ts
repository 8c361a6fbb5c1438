import { cell } from "../live/cell.ts"
import { type Filter, noFilter } from "./filter.ts"
import type { Selection } from "./selection.ts"

// Outside of components: on a phone the pane is a drawer that keeps its state while closed.

export const filter = cell<Filter>(noFilter)

/** The search text; empty: no search. */
export const searchText = cell("")

/** The session whose title is being edited in the list. */
export const editing = cell<string | null>(null)

/** The selected sessions; null outside of selection mode. */
export const selection = cell<Selection | null>(null)

export function narrow(change: Partial<Filter>): void {
  filter.set({ ...filter.get(), ...change })
  selection.set(null)
}

/** Whether the filters were opened; they also show while one is set. */
export const filtersOpen = cell(false)

/** The ids of the shown list, in order. */
export const shownIds = cell<readonly string[]>([])
