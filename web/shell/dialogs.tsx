import { lazy, type ReactNode, Suspense } from "react"
import { useCell } from "../live/cell.ts"
import { closeDialog, dialog, type OpenDialog } from "../live/dialogs.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"

const NewSession = lazy(() => import("./new-session.tsx").then(({ NewSession }) => ({ default: NewSession })))
const Settings = lazy(() => import("./settings/settings.tsx").then(({ Settings }) => ({ default: Settings })))
const KeyboardHelp = lazy(() => import("./keyboard-help.tsx").then(({ KeyboardHelp }) => ({ default: KeyboardHelp })))
const Palette = lazy(() => import("./palette.tsx").then(({ Palette }) => ({ default: Palette })))
const Tags = lazy(() => import("../sessions/tags-dialog.tsx").then(({ Tags }) => ({ default: Tags })))
const TagAll = lazy(() => import("../sessions/tags-dialog.tsx").then(({ TagAll }) => ({ default: TagAll })))
const Rewind = lazy(() => import("./rewind-dialog.tsx").then(({ Rewind }) => ({ default: Rewind })))
const EraseDialog = lazy(() =>
  import("../sessions/erase-dialog.tsx").then(({ EraseDialog }) => ({ default: EraseDialog })),
)

/** Renders the open dialog; dialogs are loaded lazily. */
export function Dialogs() {
  const open = useCell(dialog)
  return (
    <ErrorBoundary key={open?.kind}>
      <Suspense fallback={null}>{open && drawn(open)}</Suspense>
    </ErrorBoundary>
  )
}

function drawn(open: OpenDialog): ReactNode {
  switch (open.kind) {
    case "new-session":
      return <NewSession {...(open.workspace ? { workspace: open.workspace } : {})} onClose={closeDialog} />
    case "settings":
      return <Settings onClose={closeDialog} />
    case "keyboard":
      return <KeyboardHelp onClose={closeDialog} />
    case "palette":
      return <Palette onClose={closeDialog} />
    case "tags":
      return <Tags id={open.session} onClose={closeDialog} />
    case "tag-all":
      return <TagAll ids={open.sessions} onClose={closeDialog} />
    case "rewind":
      return <Rewind id={open.session} chosen={open.chosen ?? null} onClose={closeDialog} />
    case "erase":
      return <EraseDialog ids={open.sessions} onClose={closeDialog} />
  }
}
