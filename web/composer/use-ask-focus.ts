import { type RefObject, useEffect, useRef } from "react"
import type { SessionState } from "../../src/session/state.ts"
import { isEmpty } from "../live/draft-state.ts"
import { draftOf } from "../live/drafts.ts"
import { isMedia } from "../live/media.ts"
import type { MessageBoxHandle } from "./message-box.tsx"

/** Whoever wrote a moment ago may write on: what is typed then is for the message, and answers nothing. */
const calmMs = 400

/**
 * An ask that comes takes the focus from a box in which nothing is written, so that its keys answer it. Once nothing is
 * asked any more the box has it again.
 */
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
      // It is not drawn yet, or somebody reads above it.
      if (!card) timer = setTimeout(look, calmMs)
      card?.focus({ preventScroll: true })
      taken.current ||= card !== null
    }
    let timer = setTimeout(look, calmMs)
    return () => clearTimeout(timer)
  }, [id, newest, box])
}

const isAtAsk = () => document.activeElement?.matches("main article[data-kind=ask]")
