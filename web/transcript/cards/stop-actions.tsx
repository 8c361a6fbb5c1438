import { useState } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import type { Next, Why } from "../../../src/session/view/why.ts"
import { UndoDialog } from "../../inspector/undo-dialog.tsx"
import { redoTurn, regenerate, resume, skip } from "../../live/actions.ts"
import { openInspector } from "../../live/inspector-state.ts"
import { useApi } from "../../live/queries.ts"
import { useSessionState } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"

const says = texts.cards.stop

/** The server's explanation of a turn: for the newest, and for turns not completely loaded here. */
export function useStopWhy(
  session: string,
  turn: string,
  { isNewest, isNeeded }: { isNewest: boolean; isNeeded: boolean },
): Why | null {
  const version = useSessionState(session)?.seq
  const given = { params: { id: session }, query: { turn } }
  const enabled = isNewest || isNeeded
  const { data } = useApi("GET /api/sessions/:id/why", given, { enabled, version: isNewest ? version : null })
  return (enabled && data?.why) || null
}

const takesBack = (step: Next) => step === "undo" || step === "redo"

/** The actions after a turn. */
export function StopActions({
  session,
  item,
  why,
  isUndone,
  disabled,
}: {
  session: string
  item: Item<"stop">
  why: Why | null
  isUndone: boolean
  disabled: boolean
}) {
  const state = useSessionState(session)
  const head = state?.seq ?? 0
  const isBusy = state?.log.turn != null
  const [undoing, setUndoing] = useState(false)
  const { turn } = item
  const hasChanges = (item.facts?.fileCount ?? why?.did.files.length ?? 0) > 0
  const takenBack: Next = isUndone ? "redo" : "undo"
  // A deleted session cannot be resumed.
  const next = state?.log.trashed ? [] : (why?.next ?? (hasChanges ? [takenBack] : []))
  const actions: Partial<Record<Next, { name: string; do: () => void }>> = {
    resume: { name: says.resume, do: () => void resume(session) },
    retry: { name: says.retry, do: () => void regenerate(session, head) },
    skip: { name: says.skip, do: () => void skip(session) },
    // Resuming a turn that claimed to be done runs its checks.
    verify: { name: says.verify, do: () => void resume(session) },
    undo: { name: says.undo, do: () => setUndoing(true) },
    redo: { name: says.redo, do: () => void redoTurn(session, turn, head) },
  }
  const offered = next.flatMap((step) => {
    const action = actions[step]
    return action ? [{ step, ...action }] : []
  })
  const stepButton = ({ step, name, do: act }: (typeof offered)[number], at: number) => (
    <Button
      key={step}
      look={takesBack(step) ? "quiet" : at === 0 ? "primary" : "plain"}
      disabled={disabled || (takesBack(step) && isBusy)}
      onClick={act}
      size="small"
    >
      {name}
    </Button>
  )
  return (
    <div className="ml-auto flex flex-wrap gap-1.5">
      {offered.filter(({ step }) => !takesBack(step)).map(stepButton)}
      {hasChanges && (
        <Button look="plain" size="small" onClick={() => openInspector("changes")}>
          {says.changes}
        </Button>
      )}
      {offered.filter(({ step }) => takesBack(step)).map(stepButton)}
      <Button look="quiet" size="small" onClick={() => openInspector("why", { turn })}>
        {says.why}
      </Button>
      {undoing && <UndoDialog session={session} turn={turn} onClose={() => setUndoing(false)} />}
    </div>
  )
}
