import { lazy, Suspense, useEffect, useRef, useState } from "react"
import type { Undone } from "../../src/agent/sessions/undo.ts"
import { ApiProblem } from "../../src/client/client.ts"
import { diffRows } from "../diff/unified.ts"
import { announceUndone } from "../live/actions.ts"
import { client } from "../live/api-client.ts"
import { newId } from "../live/new-id.ts"
import { inWorkspace } from "../live/relative-path.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { notifyProblem } from "../ui/notices.ts"

const says = texts.inspector.changes
const DiffView = lazy(async () => ({ default: (await import("../diff/diff-view.tsx")).DiffView }))

/** Undoes a turn, and asks only if files have changed since. */
export function UndoDialog({ session, turn, onClose }: { session: string; turn: string; onClose: () => void }) {
  const state = useSessionState(session)
  const head = state?.seq
  const nameOf = (path: string) => inWorkspace(path, state?.log.workspace ?? "") ?? path
  const [left, setLeft] = useState<Undone["left"] | null>(null)
  const hasStarted = useRef(false)

  const undo = async (force: boolean) => {
    try {
      const body = { turn, force, ...(head === undefined || force ? {} : { head }) }
      const done = await client.call("POST /api/sessions/:id/undo", { params: { id: session }, body, key: newId() })
      const isAsked = done.left.length > 0 && !force
      // The dialog itself names the remaining files.
      announceUndone(isAsked ? { ...done, left: [] } : done)
      if (isAsked) setLeft(done.left)
      else onClose()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      notifyProblem(error)
      onClose()
    }
  }
  const latest = useRef(undo)
  latest.current = undo
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void latest.current(false)
  }, [])

  if (!left) return null
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={says.leftTitle} description={says.leftAbout}>
      <ul className="flex flex-col gap-3">
        {left.map(({ path, why, diff }) => (
          <li key={path} className="text-sm">
            <p className="wrap-anywhere text-ink-soft">{why.replaceAll(path, nameOf(path))}</p>
            {diff && (
              <div className="mt-1 max-h-60 overflow-y-auto rounded-md border border-line">
                <Suspense>
                  <DiffView rows={diffRows(diff)} label={texts.cards.diff.name(nameOf(path))} />
                </Suspense>
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{says.leave}</Button>
        <Button look="danger" onClick={() => void undo(true)}>
          {says.force}
        </Button>
      </div>
    </Dialog>
  )
}
