import { type RefObject, useLayoutEffect, useRef } from "react"
import { type Layout, rowIn, shiftBetween } from "./layout.ts"
import type { ActiveAt } from "./session-order.ts"

/**
 * Keeps the view in place while rows above change. At the top, new rows may appear unless the pointer is over the
 * list.
 */
export function useSteady(
  layout: Layout,
  scroller: RefObject<HTMLElement | null>,
  { held, at }: { held: boolean; at: ActiveAt },
): void {
  const before = useRef({ layout, at })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { layout, at }
    const element = scroller.current
    if (!element || last.layout === layout || (element.scrollTop === 0 && !held)) return
    const shift = shiftBetween(last.layout, layout, element.scrollTop, (id) => {
      const [was, is] = [rowIn(last.layout, id), rowIn(layout, id)]
      return was !== undefined && is !== undefined && last.at(was) === at(is) && was.pinned === is.pinned
    })
    if (shift !== 0) element.scrollTop += shift
  }, [layout, at, held, scroller])
}
