import { useState } from "react"
import type { Next, Why } from "../../src/session/view/why.ts"
import { cancel, redoTurn, regenerate, resume, skip } from "../live/actions.ts"
import { go } from "../live/page-route.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { UndoDialog } from "./undo-dialog.tsx"

/** Steps that are possible but never suggested first. */
const quiet: ReadonlySet<Next> = new Set(["cancel", "undo", "redo"])

/** Sending is left to the composer. */
type Step = Exclude<Next, "send">

/** The possible next steps, best first. */
export function NextSteps({ session, why }: { session: string; why: Why }) {
  const state = useSessionState(session)
  const head = state?.seq ?? 0
  const [undoing, setUndoing] = useState(false)
  const ask = why.asks.at(-1)?.seq
  const acts = {
    answer: () => ask !== undefined && go({ session, seq: ask }),
    resume: () => void resume(session),
    retry: () => void regenerate(session, head),
    skip: () => void skip(session),
    // Resuming a turn that claimed to be done runs its checks.
    verify: () => void resume(session),
    cancel: () => void cancel(session, why.turn),
    undo: () => setUndoing(true),
    redo: () => void redoTurn(session, why.turn, head),
  } as const satisfies Record<Step, () => void>
  const steps = why.next.filter((step): step is Step => step !== "send")
  // A deleted session cannot be resumed.
  if (steps.length === 0 || state?.log.trashed) return null
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
      {steps.map((step, at) => (
        <Button key={step} look={at === 0 && !quiet.has(step) ? "primary" : "plain"} size="small" onClick={acts[step]}>
          {texts.inspector.next[step]}
        </Button>
      ))}
      {undoing && <UndoDialog session={session} turn={why.turn} onClose={() => setUndoing(false)} />}
    </div>
  )
}
