import type { Virtualizer } from "@tanstack/react-virtual"
import { useEffect, useRef } from "react"
import { type Layout, lineOf } from "./layout.ts"

/** Brings the session that is shown into view when it changes, if it is among what was fetched by then. */
export function useShown(
  layout: Layout,
  shown: string | null,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (shown === last.current || layout.count === 0) return
    last.current = shown
    const line = shown === null ? -1 : lineOf(layout, shown)
    if (line >= 0) virtualizer.scrollToIndex(line)
  }, [layout, shown, virtualizer])
}
