import { type RefObject, useCallback, useEffect, useState } from "react"

/**
 * Whether the user has scrolled away from the end: from the first wheel event, since growing text would otherwise
 * pull them back. Ends at the end of the list or by the returned function; programmatic scrolling does not count.
 */
export function useTakenFromEnd(scroller: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isTaken, setTaken] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const seen = { top: element.scrollTop, isHeld: false }
    const take = () => {
      if (element.scrollTop > 0) setTaken(true)
    }
    const handlers: { readonly [T in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[T]) => void } = {
      wheel: ({ deltaY }) => deltaY < 0 && take(),
      touchmove: take,
      keydown: ({ key }) => /^(PageUp|ArrowUp|Home)$/.test(key) && take(),
      // The scroll bar is being dragged.
      pointerdown: () => Object.assign(seen, { isHeld: true }),
      scroll: () => {
        const { scrollTop: top, scrollHeight, clientHeight } = element
        if (top < seen.top && seen.isHeld) take()
        else if (top >= seen.top && scrollHeight - top - clientHeight <= endWithin) setTaken(false)
        seen.top = top
      },
    }
    const release = () => Object.assign(seen, { isHeld: false })
    const listeners = Object.entries(handlers) as [string, (event: Event) => void][]
    for (const [type, listener] of listeners) element.addEventListener(type, listener, { passive: true })
    addEventListener("pointerup", release)
    return () => {
      for (const [type, listener] of listeners) element.removeEventListener(type, listener)
      removeEventListener("pointerup", release)
    }
  }, [scroller])
  return [isTaken, useCallback(() => setTaken(false), [])]
}

/** Tolerance in pixels, for rounding. */
const endWithin = 2
