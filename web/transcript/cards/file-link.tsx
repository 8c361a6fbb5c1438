import { lazy, type ReactNode, Suspense, useState } from "react"
import { inWorkspace } from "../../live/relative-path.ts"
import { useSessionState } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"

const Viewer = lazy(async () => ({ default: (await import("../../inspector/file-dialog.tsx")).FileDialog }))

/** A link to the current file; plain text if it is outside the workspace. */
export function FileLink({
  session,
  path,
  className,
  children,
}: {
  session: string
  path: string
  className?: string
  children?: ReactNode
}) {
  const workspace = useSessionState(session)?.log.workspace
  const own = workspace === undefined ? null : inWorkspace(path, workspace)
  const [open, setOpen] = useState(false)
  const shown = children ?? own ?? path
  if (own === null) return <span className={classes("font-mono text-xs", className)}>{shown}</span>
  return (
    <>
      <button
        type="button"
        aria-label={texts.cards.openFile(own)}
        onClick={() => setOpen(true)}
        className={classes(
          "rounded-sm text-left font-mono text-xs underline decoration-line-strong underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11",
          className,
        )}
      >
        {shown}
      </button>
      {open && (
        <Suspense>
          <Viewer session={session} path={own} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
