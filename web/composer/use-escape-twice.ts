import { type RefObject, useEffect, useRef, useState } from "react"
import type { SessionState } from "../../src/session/state.ts"
import { cancel } from "../live/actions.ts"
import { isTextField } from "../live/text-field.ts"

const withinMs = 1_500

/** Pressing Escape twice outside of text fields stops the turn. Returns whether the first was pressed. */
export function useEscapeTwice(
  session: string,
  turn: SessionState["log"]["turn"],
  region: RefObject<HTMLElement | null>,
): boolean {
  const [isArmed, setArmed] = useState(false)
  const armed = useRef(false)
  const open = turn && !turn.cancel ? turn.id : null
  useEffect(() => {
    if (open === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = (to: boolean) => {
      armed.current = to
      setArmed(to)
      clearTimeout(timer)
      if (to) timer = setTimeout(() => arm(false), withinMs)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || event.repeat) return
      // In a text field Escape leaves the field.
      if (isTextField(event.target)) return
      const isOurs = event.target === document.body || (event.target instanceof Node && isInside(region, event.target))
      // Menus and dialogs handle Escape themselves.
      if (!isOurs || document.querySelector("[role=dialog], [role=menu]")) return
      event.preventDefault()
      if (armed.current) {
        arm(false)
        void cancel(session, open)
      } else arm(true)
    }
    // Before the page's own keys, but after elements inside that close on Escape.
    const root = document.getElementById("root") ?? document.body
    root.addEventListener("keydown", press)
    document.body.addEventListener("keydown", press)
    return () => {
      root.removeEventListener("keydown", press)
      document.body.removeEventListener("keydown", press)
      arm(false)
    }
  }, [session, open, region])
  return isArmed
}

const isInside = (region: RefObject<HTMLElement | null>, node: Node) =>
  region.current?.closest("main")?.contains(node) ?? false
