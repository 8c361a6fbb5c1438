import { useEffect, useRef, useState } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import type { answer } from "../../live/actions.ts"
import { useSessionState } from "../../live/use-session.ts"
import { askKey, isForPage } from "./ask-keys.ts"

type Ask = Item<"ask">
export type AnswerBody = Parameters<typeof answer>[2]

/** Keys answer an ask only after this long without one: what was typed before it was seen is no answer. */
const quietMs = 400

/** Whether keys may answer an ask that has appeared. */
export function useArmed(ask: string): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const arm = () => setArmed(ask)
    let timer = setTimeout(arm, quietMs)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(arm, quietMs)
    }
    addEventListener("keydown", wait, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener("keydown", wait, { capture: true })
    }
  }, [ask])
  return armed === ask
}

/** Answers the newest open ask by keyboard, outside of text fields. */
export function useAskKeys(
  session: string,
  { ask, as, options, rule }: Ask,
  { disabled, say, onDeny }: { disabled: boolean; say: (body: AnswerBody) => void; onDeny: () => void },
): void {
  const newest = useSessionState(session)?.log.asks.open.at(-1)?.ask
  const latest = useRef({ say, onDeny })
  latest.current = { say, onDeny }
  const isMine = newest === ask && !disabled
  useEffect(() => {
    if (!isMine) return
    const press = (event: globalThis.KeyboardEvent) => {
      const meant = isForPage(event) ? askKey(event.key, as, options.length) : null
      if (meant === null) return
      event.preventDefault()
      event.stopPropagation()
      if (meant === "deny") latest.current.onDeny()
      else if (as === "plan") latest.current.say({ answer: "approve" })
      else if (meant === "always" && rule === null) return
      else if (typeof meant === "string") latest.current.say({ answer: "approve", scope: meant })
      else {
        const option = options[meant.option]
        if (option) latest.current.say({ answer: "choice", choice: option.id })
      }
    }
    addEventListener("keydown", press, { capture: true })
    return () => removeEventListener("keydown", press, { capture: true })
  }, [isMine, as, options, rule])
}
