import { HoldfastError } from "../../session/error.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"

/** The turn of a session that a person means: its id, or a beginning or an end of it. */
export async function findTurn(store: Store, session: string, typed: string): Promise<string> {
  const found = new Set<string>()
  for await (const event of store.read(session, { reverse: true })) {
    if (!isKnown(event) || event.type !== "turn.started" || event.turn === undefined) continue
    if (event.turn === typed) return typed
    if (typed.length >= 4 && (event.turn.startsWith(typed) || event.turn.endsWith(typed))) found.add(event.turn)
  }
  const [only, ...others] = found
  if (only && others.length === 0) return only
  const what = only ? `fits ${found.size} turns: type more of the id` : "is no turn of this session"
  throw new HoldfastError("not-found", `${JSON.stringify(typed)} ${what}. See 'holdfast log' with '--type turn'.`, {
    details: { candidates: [...found] },
  })
}

/** The events from the start of a turn on, of the newest one if none is named. */
export async function eventsSinceTurn(store: Store, session: string, turn?: string): Promise<(Event | ForeignEvent)[]> {
  const events: (Event | ForeignEvent)[] = []
  for await (const event of store.read(session, { reverse: true })) {
    events.push(event)
    if (event.type === "turn.started" && (turn === undefined || event.turn === turn)) break
  }
  return events.reverse()
}
