import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { rows } from "../live/rows.ts"
import { type ActiveAt, activeAt } from "./session-order.ts"

/** The list may move again this long after the pointer came to rest. */
const restMs = 4_000

export type Held = {
  readonly at: ActiveAt
  readonly isHeld: boolean
  readonly handlers: {
    onPointerMove: (event: PointerEvent) => void
    onPointerLeave: () => void
  }
}

/** Freezes the list's order while the pointer moves over it, so that a row cannot slip under a click. */
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
      // Touch has no hover, and a touch scrolls.
      if (pointerType === "touch") return
      clearTimeout(timer.current)
      timer.current = setTimeout(release, restMs)
      setHeld((before) => before ?? rows.get())
    },
    [release],
  )
  return { at, isHeld: held !== null, handlers: { onPointerMove, onPointerLeave: release } }
}
