import { defaultRangeExtractor, type Range, type ReactVirtualizer, useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { firstOf, isAtHead, type LogWindow, lastOf } from "../live/window.ts"
import { useEndHeld } from "./list-resize.ts"
import { estimateOf, type ListRow } from "./list-rows.ts"
import { useTakenFromEnd } from "./scroll-hold.ts"
import type { WindowState, WindowStore } from "./window-store.ts"

/** Rows rendered beyond the view, and the distance to an end at which to fetch more. */
const overscan = 8
/** The tolerance for being at the end, in pixels. */
const endPixels = 48

export type ListGiven = {
  at: number | null
  rows: readonly ListRow[]
  store: WindowStore
  state: WindowState
  /** The row to scroll to. */
  target: string | null
}

export type ListScroll = {
  scroller: RefObject<HTMLDivElement | null>
  virtualizer: ReactVirtualizer<HTMLDivElement, HTMLDivElement>
  /** The rendered range near the view; a focused row may be rendered outside of it. */
  drawn: { first: number; last: number }
  inSight: { first: number; last: number }
  isAtLatest: boolean
  /** The newest event that was visible. */
  seen: number
  /** Keeps a row rendered while it is in use. */
  pin(key: string | null): void
  toLatest(): void
  toFirst(): void
}

/**
 * Scrolling of the transcript: the view stays put whatever changes around it, stays at the end if it is there, and
 * fetches more near both ends.
 */
export function useListScroll({ at, rows, store, state, target }: ListGiven): ListScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const pinned = useRef<string | null>(null)
  const wants = useRef<"start" | "end" | null>(target === null && (store.place?.atEnd ?? true) ? "end" : null)
  const seen = useRef(0)
  const [isAtEnd, setAtEnd] = useState(wants.current === "end")
  const [isTaken, bringBack] = useTakenFromEnd(scroller)
  const { window, loading } = state
  const isAtLatest = at === null && isAtEnd && isAtHead(window)

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => {
      const row = rows[index]
      return row ? estimateOf(row, scroller.current?.clientWidth ?? 800) : 80
    },
    overscan,
    paddingStart: 56,
    paddingEnd: 28,
    anchorTo: "end",
    followOnAppend: at === null && (isAtHead(window) || store.reading === "end"),
    // After the user has scrolled away, nothing counts as the end.
    scrollEndThreshold: isTaken ? -1 : endPixels,
    initialOffset: store.place?.offset ?? 0,
    initialMeasurementsCache: store.place?.sizes ?? [],
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range)
      const index = pinned.current === null ? -1 : rows.findIndex(({ key }) => key === pinned.current)
      return index === -1 || near.includes(index) ? near : [...near, index].toSorted((a, b) => a - b)
    },
    onChange: (instance) => setAtEnd(instance.isAtEnd(endPixels)),
  })
  const inSight = { first: virtualizer.range?.startIndex ?? 0, last: virtualizer.range?.endIndex ?? 0 }

  useEndHeld(scroller, { isTaken, within: endPixels, toEnd: () => virtualizer.scrollToEnd() })

  useLayoutEffect(() => {
    if (isTaken) wants.current = null
  }, [isTaken])

  useLayoutEffect(() => {
    if (isAtLatest) {
      store.reading = "end"
      seen.current = window.head
      // The window ends before the head: the user was brought here or is scrolling down.
    } else if (at === null && !isAtEnd) store.reading = "above"
  }, [isAtLatest, isAtEnd, at, store, window.head])

  const shownAt = useRef(at)
  useLayoutEffect(() => {
    if (shownAt.current === at) return
    shownAt.current = at
    // In the past, the chosen event is the end.
    wants.current = "end"
  }, [at])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look again.
  useLayoutEffect(() => {
    if (rows.length === 0 || wants.current === null) return
    // The target may still have to be fetched.
    const isThere = wants.current === "start" ? firstOf(window) <= 1 : isEndThere(window, at)
    if (wants.current === "end") {
      bringBack()
      virtualizer.scrollToEnd()
    } else virtualizer.scrollToOffset(0)
    if (loading !== "opening" && isThere) wants.current = null
  }, [rows, loading, at, virtualizer, bringBack])

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come and go are no reason to go there again.
  useLayoutEffect(() => {
    const index = target === null ? -1 : rows.findIndex(({ key }) => key === target)
    if (index !== -1) virtualizer.scrollToIndex(index, { align: "center" })
  }, [target, virtualizer])

  useEffect(() => {
    if (rows.length === 0 || loading) return
    if (inSight.first <= overscan) store.earlier()
    if (at === null && inSight.last >= rows.length - overscan) store.later()
  }, [rows, inSight.first, inSight.last, loading, at, store])

  useEffect(
    () => () => {
      const offset = virtualizer.scrollOffset ?? 0
      store.place = { atEnd: store.reading === "end", offset, sizes: virtualizer.takeSnapshot() }
    },
    [virtualizer, store],
  )

  const toLatest = useCallback(() => {
    bringBack()
    if (isAtHead(store.state.get().window)) return virtualizer.scrollToEnd()
    wants.current = "end"
    store.latest()
  }, [store, virtualizer, bringBack])
  useOwnWords(rows, toLatest)

  return {
    scroller,
    virtualizer,
    drawn: { first: inSight.first - overscan, last: inSight.last + overscan },
    inSight,
    isAtLatest,
    seen: seen.current,
    pin(key) {
      pinned.current = key
    },
    toLatest,
    toFirst() {
      if (firstOf(window) <= 1) return virtualizer.scrollToOffset(0)
      wants.current = "start"
      store.open(1)
    },
  }
}

const isEndThere = (window: LogWindow, at: number | null) =>
  at === null ? isAtHead(window) : firstOf(window) <= at && lastOf(window) >= at

/** Scrolls to the end after sending. */
function useOwnWords(rows: readonly ListRow[], toLatest: () => void): void {
  const last = rows.at(-1)
  const key = last?.kind === "outbox" ? last.key : null
  const before = useRef(key)
  useEffect(() => {
    if (key !== null && key !== before.current) toLatest()
    before.current = key
  }, [key, toLatest])
}
