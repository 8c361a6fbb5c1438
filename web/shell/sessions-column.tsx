import { Keyboard, PanelLeftClose, Search, Settings } from "lucide-react"
import type { ReactNode } from "react"
import { openDialog } from "../live/dialogs.ts"
import { useMedia } from "../live/media.ts"
import { sessionsOpen, sessionsOver } from "../live/panes.ts"
import { isMac, shownKeys } from "../live/shortcuts.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { PageLink } from "../ui/page-link.tsx"

const words = texts.shell

/** The sessions column, with the product name above and page buttons below. */
export function SessionsColumn({ children }: { children: ReactNode }) {
  const isPhone = useMedia("phone")
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex h-12 shrink-0 items-center gap-1 pr-1.5 pl-3">
        <PageLink
          to={{}}
          className="mr-auto flex items-center gap-2 rounded-md text-sm font-semibold pointer-coarse:min-h-11"
        >
          <img src="/icon.svg" alt="" className="size-5 rounded-[5px]" />
          {words.product}
        </PageLink>
        <IconButton
          name={words.commands.palette}
          keys={shownKeys("mod+k", isMac)}
          onClick={() => openDialog({ kind: "palette" })}
        >
          <Search size={16} aria-hidden />
        </IconButton>
        <IconButton name={words.closeSessions} onClick={() => (isPhone ? sessionsOver : sessionsOpen).set(false)}>
          <PanelLeftClose size={16} aria-hidden />
        </IconButton>
      </div>
      <div className="grid min-h-0 grow">{children}</div>
      <div className="flex shrink-0 items-center gap-1 border-t border-line px-1.5 py-1">
        <IconButton name={words.menu.settings} onClick={() => openDialog({ kind: "settings" })}>
          <Settings size={16} aria-hidden />
        </IconButton>
        <IconButton name={words.commands.keyboard} keys="?" onClick={() => openDialog({ kind: "keyboard" })}>
          <Keyboard size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
