import { useEffect } from "react"
import type { SessionState } from "../../src/session/state.ts"
import { takeStray } from "../live/use-kept-words.ts"
import { putBack } from "../live/words-back.ts"
import { texts } from "../texts.ts"
import { notify } from "../ui/notices.ts"

/** What a person was making of an input that was taken up or taken back meanwhile goes into the box. */
export function useStrayEdits(session: string, state: SessionState | undefined): void {
  const waiting = state?.log.inputs.waiting
  useEffect(() => {
    if (!waiting) return
    const inputs = waiting.map(({ input }) => input)
    for (const text of takeStray(session, inputs)) {
      putBack(session, { text, attachments: [] })
      notify(texts.composer.editTooLate)
    }
  }, [session, waiting])
}
