import { type RefObject, useCallback, useEffect, useState } from "react"

/**
 * Whether a person has taken the list from its end: from the first turn of the wheel on, and not only once they are far
 * from it, else a text that grows would hold them there. Back at the end, they are taken along again. What the page
 * scrolls by itself does not count. Also gives a way to bring them back.
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
    const hears: { readonly [T in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[T]) => void } = {
      wheel: ({ deltaY }) => deltaY < 0 && take(),
      touchmove: take,
      keydown: ({ key }) => /^(PageUp|ArrowUp|Home)$/.test(key) && take(),
      // The scroll bar is held.
      pointerdown: () => Object.assign(seen, { isHeld: true }),
      scroll: () => {
        const { scrollTop: top, scrollHeight, clientHeight } = element
        if (top < seen.top && seen.isHeld) take()
        else if (top >= seen.top && scrollHeight - top - clientHeight <= endWithin) setTaken(false)
        seen.top = top
      },
    }
    const letGo = () => Object.assign(seen, { isHeld: false })
    const heard = Object.entries(hears) as [string, (event: Event) => void][]
    for (const [type, listener] of heard) element.addEventListener(type, listener, { passive: true })
    addEventListener("pointerup", letGo)
    return () => {
      for (const [type, listener] of heard) element.removeEventListener(type, listener)
      removeEventListener("pointerup", letGo)
    }
  }, [scroller])
  return [isTaken, useCallback(() => setTaken(false), [])]
}

/** In pixels: positions are rounded in more than one place. */
const endWithin = 2
