import type { Row } from "../../src/server/contract/common.ts"
import { type Cell, cell } from "../live/cell.ts"
import type { Reach } from "./session-order.ts"

export type Page = { items: readonly Row[]; next: string | null }

/** The source and the sink of a list's rows. */
export type Source = {
  page(cursor: string | null, signal: AbortSignal): Promise<Page>
  /** Pinned sessions may be on far later pages, so they are fetched separately. */
  pinned(cursor: string | null, signal: AbortSignal): Promise<Page>
}

export type Paged = {
  readonly reach: Reach
  readonly state: "loading" | "rest" | "failed"
  readonly problem: unknown
  /** A reload is running; the old rows stay visible meanwhile. */
  readonly refreshing: boolean
}

export type Pager = {
  readonly paged: Cell<Paged>
  /** Fetches the next page, unless one is being fetched or there is none. */
  more(): void
  /** Reloads all pages that were loaded. */
  refresh(): void
  close(): void
}

/** Fetches the pages of one list, one at a time. */
export function openPager(source: Source): Pager {
  const paged = cell<Paged>({ reach: null, state: "rest", problem: null, refreshing: false })
  let cursor: string | null = null
  let pages = 0
  let wanted = 1
  let abort = new AbortController()

  const set = (change: Partial<Paged>) => paged.set({ ...paged.get(), ...change })

  const run = async (work: (signal: AbortSignal) => Promise<Partial<Paged>>) => {
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    set({ state: "loading", problem: null })
    try {
      const change = await work(signal)
      if (!signal.aborted) set({ state: "rest", refreshing: false, ...change })
    } catch (problem) {
      if (!signal.aborted) set({ state: "failed", problem })
    }
  }

  const next = async (signal: AbortSignal): Promise<Partial<Paged>> => {
    const page = await source.page(cursor, signal)
    if (signal.aborted) return {}
    cursor = page.next
    pages += 1
    return { reach: reachOf(page) }
  }

  const reload = async (signal: AbortSignal): Promise<Partial<Paged>> => {
    cursor = null
    pages = 0
    const down = async () => {
      let change = await next(signal)
      while (!signal.aborted && pages < wanted && change.reach !== "end") change = await next(signal)
      return change
    }
    const [change] = await Promise.all([down(), allPinned(source, signal)])
    return change
  }

  return {
    paged,
    more() {
      const { state, reach, refreshing } = paged.get()
      if (state === "loading" || reach === "end") return
      wanted = Math.max(wanted, pages + 1)
      void run(reach === null || refreshing ? reload : next)
    },
    refresh() {
      set({ refreshing: paged.get().reach !== null })
      void run(reload)
    },
    close() {
      abort.abort()
      // The list may be shown again in the same state.
      set({ state: "rest" })
    },
  }
}

const reachOf = ({ items, next }: Page): Reach => (next === null ? "end" : (items.at(-1)?.updatedAt ?? "end"))

async function allPinned(source: Source, signal: AbortSignal): Promise<void> {
  let cursor: string | null = null
  do {
    const page: Page = await source.pinned(cursor, signal)
    cursor = page.next
  } while (cursor !== null && !signal.aborted)
}
