import { type MouseEvent, useMemo, useRef, useState } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { landmarkOf } from "../ui/landmark.ts"
import { editing, selection } from "./pane-state.ts"
import type { MenuPlace } from "./row-menu.tsx"
import { emptySelection, ranged, toggled } from "./selection.ts"
import type { RowActions } from "./session-row.tsx"

/** The row handlers, referentially stable, and the open menu. */
export function useRowActions(rows: readonly Row[], setActive: (id: string) => void) {
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const last = useRef<string | null>(null)
  const shown = useRef(rows)
  shown.current = rows
  const actions = useMemo<RowActions>(
    () => ({
      menu(id, event) {
        event.preventDefault()
        setActive(id)
        last.current = id
        setMenu({ id, anchor: anchorOf(event), within: landmarkOf(event.currentTarget) })
      },
      check(id, { shiftKey }) {
        const now = selection.get() ?? emptySelection
        const order = shown.current.map((row) => row.id)
        selection.set(shiftKey ? ranged(now, id, order) : toggled(now, id))
        setActive(id)
      },
      rename: (id) => editing.set(id),
      focus: setActive,
    }),
    [setActive],
  )
  return { actions, menu, lastMenu: last, closeMenu: () => setMenu(null) }
}

// The context-menu key has no pointer position, a right click does.
function anchorOf({ type, clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): MenuPlace["anchor"] {
  if (type !== "contextmenu" || (clientX === 0 && clientY === 0)) return currentTarget
  const place = new DOMRect(clientX, clientY, 0, 0)
  return { getBoundingClientRect: () => place }
}
