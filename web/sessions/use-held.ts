import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { rows } from "../live/rows.ts"
import { type ActiveAt, activeAt } from "./list.ts"

/** So long after the pointer came to rest the list may move under it. */
const restMs = 4_000

export type Held = {
  readonly at: ActiveAt
  readonly isHeld: boolean
  readonly handlers: {
    onPointerMove: (event: PointerEvent) => void
    onPointerLeave: () => void
  }
}

/**
 * Holds the order of the list while somebody points at it: a row that becomes active keeps its place until the pointer
 * rests or goes, so that nobody clicks what has just slipped under it.
 */
export function useHeldOrder(): Held {
  const [held, setHeld] = useState<ReturnType<typeof rows.get> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = useCallback(() => {
    clearTimeout(timer.current)
    setHeld(null)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const at = useMemo<ActiveAt>(() => (held === null ? activeAt : (row) => (held.get(row.id) ?? row).updatedAt), [held])
  const onPointerMove = useCallback(
    ({ pointerType }: PointerEvent) => {
      // A finger has no place until it touches, and then it scrolls.
      if (pointerType === "touch") return
      clearTimeout(timer.current)
      timer.current = setTimeout(release, restMs)
      setHeld((before) => before ?? rows.get())
    },
    [release],
  )
  return { at, isHeld: held !== null, handlers: { onPointerMove, onPointerLeave: release } }
}
