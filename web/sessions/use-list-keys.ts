import type { Virtualizer } from "@tanstack/react-virtual"
import { type DOMAttributes, type KeyboardEvent, type RefObject, useEffect, useRef } from "react"
import { trash } from "../live/actions.ts"
import { openDialog } from "../live/dialogs.ts"
import { type Layout, lineOf, orderOf, rowIn } from "./layout.ts"
import { movedTo } from "./list-navigation.ts"
import type { RowActions } from "./session-row.tsx"

type Options = {
  layout: Layout
  scroller: RefObject<HTMLElement | null>
  /** The row that keys act on. */
  active: string | null
  setActive: (id: string) => void
  virtualizer: Virtualizer<HTMLDivElement, Element>
  actions: RowActions
}

type Handlers = Required<Pick<DOMAttributes<HTMLElement>, "onKeyDown" | "onFocus" | "onBlur">>

/** The keys of the list: arrows, j and k, Home and End move; F2 renames, Delete deletes, x selects. */
export function useListKeys(options: Options): Handlers {
  const { layout, scroller, active, setActive, virtualizer, actions } = options
  const hasFocus = useRef(false)
  const before = useRef({ layout, active })

  // The focused row moved and was remounted, or it left and its successor takes the focus.
  useEffect(() => {
    const { layout: old, active: last } = before.current
    before.current = { layout, active }
    if (!hasFocus.current || last === null || document.activeElement !== document.body) return
    const next = rowIn(layout, last) ? last : inPlaceOf(last, old, layout)
    if (next === undefined) return
    setActive(next)
    requestAnimationFrame(() => focusRow(scroller.current, next))
  }, [layout, active, scroller, setActive])

  const move = (to: string) => {
    setActive(to)
    virtualizer.scrollToIndex(lineOf(layout, to))
    // It may not be rendered yet.
    requestAnimationFrame(() => focusRow(scroller.current, to))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || active === null) return
    if (!(event.target instanceof HTMLElement) || event.target.closest("[data-session], button, label") === null) return
    const to = movedTo(event.key, active, orderOf(layout))
    if (to !== null) move(to)
    else if (!does(event.key, active)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    onKeyDown,
    onFocus() {
      hasFocus.current = true
    },
    onBlur({ target, relatedTarget }) {
      // A removed element loses the focus to the body.
      requestAnimationFrame(() => {
        if (relatedTarget !== null || target.isConnected)
          hasFocus.current = scroller.current?.contains(document.activeElement) ?? false
      })
    },
  }

  function does(key: string, id: string): boolean {
    const row = rowIn(layout, id)
    if (!row) return false
    switch (key) {
      case "F2":
        actions.rename(id)
        return true
      case "x":
        actions.check(id, { shiftKey: false })
        return true
      case "X":
        actions.check(id, { shiftKey: true })
        return true
      case "Delete":
        if (row.trashed) openDialog({ kind: "erase", sessions: [id] })
        else void trash(id)
        return true
      default:
        return false
    }
  }
}

function inPlaceOf(id: string, old: Layout, layout: Layout): string | undefined {
  const order = orderOf(layout)
  return order[Math.min(orderOf(old).indexOf(id), order.length - 1)]
}

function focusRow(list: HTMLElement | null, id: string): void {
  list?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}
