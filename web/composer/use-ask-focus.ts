import { type RefObject, useEffect, useRef } from "react"
import type { SessionState } from "../../src/session/state.ts"
import { isEmpty } from "../live/draft-state.ts"
import { draftOf } from "../live/drafts.ts"
import { isMedia } from "../live/media.ts"
import type { MessageBoxHandle } from "./message-box.tsx"

/** For this long after typing, keys go to the message and do not answer an ask. */
const calmMs = 400

/** A new ask takes the focus from an empty box, so that its keys answer it; afterwards the box gets it back. */
export function useAskFocus(
  id: string,
  state: SessionState | undefined,
  box: RefObject<MessageBoxHandle | null>,
): void {
  const newest = state?.log.asks.open.at(-1)?.seq ?? null
  const taken = useRef(false)
  useEffect(() => {
    if (newest === null) {
      if (taken.current && isAtAsk() && !isMedia("phone")) box.current?.focus()
      taken.current = false
      return
    }
    const look = () => {
      const field = box.current?.element()
      if (!field || document.activeElement !== field || field.value !== "" || !isEmpty(draftOf(id))) return
      const card = document.querySelector<HTMLElement>(`main article[data-kind=ask][data-seq="${newest}"]`)
      // Not rendered yet, or the user is reading further up.
      if (!card) timer = setTimeout(look, calmMs)
      card?.focus({ preventScroll: true })
      taken.current ||= card !== null
    }
    let timer = setTimeout(look, calmMs)
    return () => clearTimeout(timer)
  }, [id, newest, box])
}

const isAtAsk = () => document.activeElement?.matches("main article[data-kind=ask]")
