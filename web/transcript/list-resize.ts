import { type RefObject, useEffect, useRef } from "react"

/** Stays at the end when the list is resized, such as by a growing composer. `within`: the tolerance in pixels. */
export function useEndHeld(
  scroller: RefObject<HTMLElement | null>,
  { isTaken, within, toEnd }: { isTaken: boolean; within: number; toEnd: () => void },
): void {
  const given = useRef({ isTaken, toEnd })
  given.current = { isTaken, toEnd }
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const isAtEnd = () => element.scrollHeight - element.scrollTop - element.clientHeight <= within
    // The position before the resize, which does not scroll by itself.
    let wasAtEnd = isAtEnd()
    let height = element.clientHeight
    const look = () => {
      if (element.clientHeight === height) wasAtEnd = isAtEnd()
    }
    const resized = new ResizeObserver(() => {
      const isOther = element.clientHeight !== height
      height = element.clientHeight
      if (isOther && wasAtEnd && !given.current.isTaken) given.current.toEnd()
    })
    resized.observe(element)
    element.addEventListener("scroll", look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener("scroll", look)
    }
  }, [scroller, within])
}
