import { canonicalJson } from "../session/canonical.ts"
import { isHoldfastError } from "../session/error.ts"
import type { EventData, NewEvent } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import type { Store } from "../store/contract.ts"
import { keyOf, once, signed, type Told } from "./once.ts"

/**
 * Names, tags, pins, archives or trashes a session. What goes to the trash stops in the same append: nobody would see
 * any more what it does. Durable.
 */
export function describeSession(
  store: Store,
  session: string,
  change: EventData<"session.described">,
  told: Told = {},
): Promise<number> {
  return once(
    { store, session, key: told.key },
    {
      work: () => append(store, session, change, told),
      before: (events) => {
        const [first] = events
        const isSame = first?.type === "session.described" && canonicalJson(first.data) === canonicalJson(change)
        return isSame ? events.at(-1)?.seq : undefined
      },
      idle: () => false,
    },
  )
}

async function append(
  store: Store,
  session: string,
  change: EventData<"session.described">,
  told: Told,
): Promise<number> {
  const described: NewEvent = { type: "session.described", data: change, ...signed(told) }
  for (;;) {
    const stop = change.trashed ? stopOf((await store.state(session)).log) : null
    const cancel: NewEvent[] = stop ? [{ type: "turn.cancel-requested", data: stop, ...signed(told) }] : []
    try {
      return await store.append(session, [described, ...cancel], "intent", keyOf(told))
    } catch (error) {
      // It ended, or began, by itself meanwhile.
      const hasMoved = stop && (await store.state(session)).log.turn?.id !== stop.turn
      if (!isHoldfastError(error) || !hasMoved) throw error
    }
  }
}

/** What is to stop: the turn, or what waits to begin one. */
function stopOf({ turn, inputs }: SessionState["log"]): EventData<"turn.cancel-requested"> | null {
  const reason = "The session was moved to the trash"
  if (turn) return { turn: turn.id, reason }
  return inputs.waiting.length > 0 && !inputs.held ? { reason } : null
}
