import { defaultRangeExtractor, type Range, type ReactVirtualizer, useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { firstOf, isAtHead, type LogWindow, lastOf } from "../live/window.ts"
import { useEndHeld } from "./list-resize.ts"
import { estimateOf, type Row } from "./list-rows.ts"
import { useTakenFromEnd } from "./scroll-hold.ts"
import type { WindowState, WindowStore } from "./window-store.ts"

/** How many rows beyond what is in sight are drawn, and how near to an end, in rows, more is fetched. */
const overscan = 8
/** What counts as being at the end, in pixels. */
const endPixels = 48

export type ListGiven = {
  at: number | null
  rows: readonly Row[]
  store: WindowStore
  state: WindowState
  /** The row to go to and to show. */
  target: string | null
}

export type ListScroll = {
  scroller: RefObject<HTMLDivElement | null>
  virtualizer: ReactVirtualizer<HTMLDivElement, HTMLDivElement>
  /** The first and the last row that are drawn because they are near; another one may be drawn since it is in use. */
  drawn: { first: number; last: number }
  inSight: { first: number; last: number }
  /** The newest event is in sight. */
  isAtLatest: boolean
  /** The newest event that was in sight. */
  seen: number
  /** Keeps a row while it is used, even out of sight. */
  pin(key: string | null): void
  toLatest(): void
  toFirst(): void
}

/**
 * How a transcript scrolls. What a person reads stays where it is, whatever comes above or below; who is at the end stays
 * there; at either end more is fetched.
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
    // No place is near enough to the end for who has just left it.
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
      // At the end of a window that ends before the head is who was brought there, or is on the way down.
    } else if (at === null && !isAtEnd) store.reading = "above"
  }, [isAtLatest, isAtEnd, at, store, window.head])

  const shownAt = useRef(at)
  useLayoutEffect(() => {
    if (shownAt.current === at) return
    shownAt.current = at
    // The moment that a person goes to is the end of what is shown then.
    wants.current = "end"
  }, [at])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look again.
  useLayoutEffect(() => {
    if (rows.length === 0 || wants.current === null) return
    // What is wanted may have to be fetched first: until then the old rows are there.
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

/** Who has just sent something wants to see what comes of it. */
function useOwnWords(rows: readonly Row[], toLatest: () => void): void {
  const last = rows.at(-1)
  const key = last?.kind === "letter" ? last.key : null
  const before = useRef(key)
  useEffect(() => {
    if (key !== null && key !== before.current) toLatest()
    before.current = key
  }, [key, toLatest])
}
