import type { VirtualItem } from "@tanstack/react-virtual"
import { ApiProblem } from "../../src/client/client.ts"
import { type Cell, cell } from "../live/cell.ts"
import { client } from "../live/client.ts"
import { connection, views } from "../live/live.ts"
import {
  emptyWindow,
  firstOf,
  isAtHead,
  type LogWindow,
  lastOf,
  type Reading,
  withLive,
  withPage,
} from "../live/window.ts"

/** The window of a session, and what is being fetched for it. */
export type WindowState = {
  window: LogWindow
  loading: "opening" | "earlier" | "later" | null
  /** Why nothing could be fetched; it is tried again when the connection is back. */
  problem: ApiProblem | null
}

/** Where a person was in a transcript; `sizes` are the heights that were measured. */
type ScrollPlace = { atEnd: boolean; offset: number; sizes: VirtualItem[] }

/** Follows the log of a session with a bounded window. */
export type WindowStore = {
  state: Cell<WindowState>
  /** Fetches what is looked at first, the events around one or else the newest, unless they are there or on their way. */
  open(seq: number | null): void
  /** Fetches the newest events, whatever is there. */
  latest(): void
  /** Tries once more what could not be fetched. */
  again(): void
  earlier(): void
  later(): void
  /** Where the person reads: it says which end is dropped when there is too much. */
  reading: Reading
  /** Where the person was when the transcript was left. */
  place: ScrollPlace | null
  /** Takes what is streamed, until it is told to stop. */
  follow(): () => void
}

/** How many events a page has: few where somebody waits for the first of them. */
const pages = { first: 160, more: 400, pauseMs: 1_500 } as const
/** From how many events on it is quicker to fetch the end than to catch up with it. */
const farBehind = 1_000
const storesAtMost = 8
const stores = new Map<string, WindowStore>()

/** The window of a session; those that were looked at last are kept, so that going back is at once. */
export function windowStore(id: string): WindowStore {
  const known = stores.get(id) ?? openStore(id)
  stores.delete(id)
  stores.set(id, known)
  for (const old of [...stores.keys()].slice(0, -storesAtMost)) stores.delete(old)
  return known
}

type Asked = { before?: number; after?: number; limit: number }

function openStore(id: string): WindowStore {
  const state = cell<WindowState>({ window: emptyWindow, loading: null, problem: null })
  // What was asked for before the window went elsewhere is of no use any more.
  let generation = 0
  // Where the window is going to, until it is there.
  let opening: number | "end" | null = null
  let failedAt = 0
  let renewals = 0
  const change = (next: Partial<WindowState>) => state.set({ ...state.get(), ...next })
  const fetchPage = (query: Asked) => client.call("GET /api/sessions/:id/events", { params: { id }, query })

  const around = (seq: number) => {
    void load("opening", async () => {
      opening = seq
      const [before, after] = await Promise.all([
        fetchPage({ before: seq + 1, limit: pages.first }),
        fetchPage({ after: seq, limit: pages.first }),
      ])
      const opened = withPage(emptyWindow, before.events, { ...before, kept: "end" })
      return () => withPage(opened, after.events, { ...after, kept: "start" })
    })
  }

  const load = async (
    loading: NonNullable<WindowState["loading"]>,
    take: () => Promise<(now: LogWindow) => LogWindow>,
  ) => {
    const { loading: busy } = state.get()
    if (loading === "opening") generation += 1
    else if (busy || Date.now() - failedAt < pages.pauseMs) return
    const mine = generation
    change({ loading })
    try {
      const step = await take()
      if (mine !== generation) return
      opening = null
      state.set({ window: step(state.get().window), loading: null, problem: null })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      failedAt = Date.now()
      if (mine === generation) change({ loading: null, problem: error })
    }
  }

  const store: WindowStore = {
    state,
    reading: "end",
    place: null,
    open(seq) {
      if (state.get().loading === "opening" && opening === (seq ?? "end")) return
      const { window } = state.get()
      const isEmpty = window.events.length === 0
      if (seq === null) {
        if (isEmpty || (store.reading === "end" && window.head - lastOf(window) > farBehind)) store.latest()
      } else if (isEmpty || seq < firstOf(window) || seq > lastOf(window)) around(seq)
    },
    latest() {
      void load("opening", async () => {
        opening = "end"
        const page = await fetchPage({ before: Number.MAX_SAFE_INTEGER, limit: pages.first })
        return () => withPage(emptyWindow, page.events, { ...page, kept: "end" })
      })
    },
    again() {
      failedAt = 0
      if (opening === "end") store.latest()
      else if (opening !== null) around(opening)
      else change({ problem: null })
    },
    earlier() {
      const first = firstOf(state.get().window)
      if (first <= 1) return
      void load("earlier", async () => {
        const page = await fetchPage({ before: first, limit: pages.more })
        return (now) => withPage(now, page.events, { ...page, kept: "start" })
      })
    },
    later() {
      const { window } = state.get()
      if (window.events.length === 0 || isAtHead(window)) return
      void load("later", async () => {
        const page = await fetchPage({ after: lastOf(window), limit: pages.more })
        return (now) => withPage(now, page.events, { ...page, kept: "end" })
      })
    },
    follow() {
      const take = () => {
        const view = views.get().get(id)
        if (!view || view.stale) return
        if (view.renewals !== renewals) {
          renewals = view.renewals
          if (state.get().window.events.length > 0) store.latest()
          return
        }
        const live = { events: view.events, head: view.state.seq }
        const { window } = state.get()
        const next = withLive(window, live, { reading: store.reading })
        if (next !== window) change({ window: next })
      }
      const retry = () => {
        if (connection.get().state === "live" && state.get().problem) store.again()
      }
      take()
      const stops = [views.subscribe(take), connection.subscribe(retry)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
  return store
}
