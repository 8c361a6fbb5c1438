import { type RefObject, useEffect, useRef } from "react"

/**
 * Who is at the end stays there when the list itself becomes higher or lower: a bar comes above it, the message grows
 * below it. `within`: what counts as being at the end, in pixels.
 */
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
    // As it was before the height changed, which itself scrolls nothing.
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
