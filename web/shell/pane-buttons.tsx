import { Menu as MenuIcon, PanelLeftOpen, PanelRight } from "lucide-react"
import { useCell } from "../live/cell.ts"
import { inspector } from "../live/inspector-state.ts"
import { isMedia, useMedia } from "../live/media.ts"
import { sessionsOpen, sessionsOver } from "../live/panes.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"

const words = texts.shell

/** Opens the session list when it is hidden. */
export function SessionsButton() {
  const isPhone = useMedia("phone")
  const isOpen = useCell(sessionsOpen)
  if (!isPhone && isOpen) return null
  const Sign = isPhone ? MenuIcon : PanelLeftOpen
  return (
    <IconButton name={words.openSessions} onClick={() => (isPhone ? sessionsOver : sessionsOpen).set(true)}>
      <Sign size={17} aria-hidden />
    </IconButton>
  )
}

/** Opens and closes the inspector. */
export function InspectorButton() {
  const isOpen = useCell(inspector, ({ open }) => open)
  return (
    <IconButton
      name={isOpen ? words.closeInspector : words.openInspector}
      keys="i"
      aria-expanded={isOpen}
      onClick={toggleInspector}
    >
      <PanelRight size={16} aria-hidden />
    </IconButton>
  )
}

/** Toggles the inspector in its last state. */
export function toggleInspector(): void {
  const now = inspector.get()
  inspector.set({ ...now, open: !now.open })
}

/** Toggles the session list. */
export function toggleSessions(): void {
  const open = isMedia("phone") ? sessionsOver : sessionsOpen
  open.set(!open.get())
}
