import type { VirtualItem } from "@tanstack/react-virtual"
import { ApiProblem } from "../../src/client/client.ts"
import { client } from "../live/api-client.ts"
import { type Cell, cell } from "../live/cell.ts"
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

/** A session's window and its running fetches. */
export type WindowState = {
  window: LogWindow
  loading: "opening" | "earlier" | "later" | null
  /** A fetch error; retried after reconnecting. */
  problem: ApiProblem | null
}

/** A scroll position; `sizes` are measured heights. */
type ScrollPlace = { atEnd: boolean; offset: number; sizes: VirtualItem[] }

/** Loads a session's log into a bounded window. */
export type WindowStore = {
  state: Cell<WindowState>
  /** Fetches the first view, around an event or at the end, unless loaded or loading. */
  open(seq: number | null): void
  latest(): void
  again(): void
  earlier(): void
  later(): void
  /** Where the user reads, which decides which end to drop. */
  reading: Reading
  /** The scroll position to restore. */
  place: ScrollPlace | null
  /** Merges streamed events until stopped. */
  follow(): () => void
}

/** Page sizes; the first page is small, because the user waits for it. */
const pages = { first: 160, more: 400, pauseMs: 1_500 } as const
/** Further behind than this, fetch the end instead of catching up. */
const farBehind = 1_000
const storesAtMost = 8
const stores = new Map<string, WindowStore>()

/** A session's window; recent ones are cached, so that going back is instant. */
export function windowStore(id: string): WindowStore {
  const known = stores.get(id) ?? openStore(id)
  stores.delete(id)
  stores.set(id, known)
  for (const old of [...stores.keys()].slice(0, -storesAtMost)) stores.delete(old)
  return known
}

type PageRequest = { before?: number; after?: number; limit: number }

function openStore(id: string): WindowStore {
  const state = cell<WindowState>({ window: emptyWindow, loading: null, problem: null })
  // Discard responses requested before the window moved.
  let generation = 0
  // The target of the running fetch.
  let opening: number | "end" | null = null
  let failedAt = 0
  let renewals = 0
  const change = (next: Partial<WindowState>) => state.set({ ...state.get(), ...next })
  const fetchPage = (query: PageRequest) => client.call("GET /api/sessions/:id/events", { params: { id }, query })

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
