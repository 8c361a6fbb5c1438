import { isKnown } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"

/** The text that the newest turn of a session ended with. */
export async function lastAnswer(store: Store, session: string): Promise<string> {
  for await (const event of store.read(session, { reverse: true })) {
    if (!isKnown(event)) continue
    if (event.type === "model.answered" && event.data.text) return event.data.text
    if (event.type === "turn.started") return ""
  }
  return ""
}
