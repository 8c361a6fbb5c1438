import { memo, useEffect } from "react"
import type { SessionState } from "../../src/session/state.ts"
import { unfinished } from "../../src/session/view/unfinished.ts"
import { resume, skip } from "../live/actions.ts"
import { appendToDraft } from "../live/restore-draft.ts"
import { takeOrphanedEdits } from "../live/use-kept-words.ts"
import { useIsQueued } from "../live/use-queue.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { notify } from "../ui/notices.ts"
import { WaitingInput } from "./waiting-input.tsx"

const nothing = { waiting: [], held: false } as const

/** The queued inputs; memoized, so typing does not redraw it. Unsent messages are shown in the transcript. */
export const QueueStrip = memo(function QueueStrip({ session }: { session: string }) {
  const state = useSessionState(session)
  useOrphanedEdits(session, state)
  const { waiting, held } = state?.log.inputs ?? nothing
  const isQueued = useIsQueued(state)
  if (!isQueued) return null
  const isUnfinished = state !== undefined && unfinished(state) !== undefined
  return (
    <div className="mb-2 max-h-[30dvh] overflow-y-auto rounded-xl border border-line bg-surface text-sm">
      {held && (
        <div className="flex items-center gap-3 border-line border-b bg-warn-soft px-3 py-1.5">
          <p className="min-w-0 grow">{texts.composer.held}</p>
          <Button className="shrink-0" onClick={() => void resume(session)}>
            {texts.composer.goOn}
          </Button>
          {isUnfinished && (
            <Button look="quiet" className="-ml-2 shrink-0" onClick={() => void skip(session)}>
              {texts.composer.skip}
            </Button>
          )}
        </div>
      )}
      <ul aria-label={texts.composer.queue} className="divide-y divide-line">
        {waiting.map((input) => (
          <WaitingInput key={input.input} session={session} input={input} />
        ))}
      </ul>
    </div>
  )
})

/** Moves an unfinished edit of an input into the box when that input was consumed or withdrawn meanwhile. */
function useOrphanedEdits(session: string, state: SessionState | undefined): void {
  const waiting = state?.log.inputs.waiting
  useEffect(() => {
    if (!waiting) return
    const inputs = waiting.map(({ input }) => input)
    for (const text of takeOrphanedEdits(session, inputs)) {
      appendToDraft(session, { text, attachments: [] })
      notify(texts.composer.editTooLate)
    }
  }, [session, waiting])
}
