import { memo } from "react"
import { unfinished } from "../../src/session/view/unfinished.ts"
import { resume, skip } from "../live/actions.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { useLasting } from "./use-lasting.ts"
import { useStrayEdits } from "./use-stray-edits.ts"
import { WaitingInput } from "./waiting-input.tsx"

const slowMs = 700
const nothing = { waiting: [], held: false } as const

/** What was said and waits to be taken up; not drawn with every key in the message. What has not arrived is told in the transcript. */
export const QueueStrip = memo(function QueueStrip({ session }: { session: string }) {
  const state = useSessionState(session)
  useStrayEdits(session, state)
  const { waiting, held } = state?.log.inputs ?? nothing
  const isSlow = useLasting(waiting.length > 0, slowMs)
  // What is taken up at once would only flicker here.
  const isOfNote = held || isSlow || (state?.log.turn ?? null) !== null
  if (waiting.length === 0 || !isOfNote) return null
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
