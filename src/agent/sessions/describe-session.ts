import { canonicalJson } from "../../session/canonical.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { EventData, NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import { appendOnce, type IntentMeta, keyOf, signed } from "./idempotent-intent.ts"

/**
 * Names, tags, pins, archives or trashes a session. Trashing a session also stops it, in the same append: no person would see
 * any more what it does. Durable.
 */
export function describeSession(
  store: Store,
  session: string,
  change: EventData<"session.described">,
  meta: IntentMeta = {},
): Promise<number> {
  return appendOnce(
    { store, session, key: meta.key },
    {
      work: () => append(store, session, change, meta),
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
  meta: IntentMeta,
): Promise<number> {
  const described: NewEvent = { type: "session.described", data: change, ...signed(meta) }
  for (;;) {
    const stop = change.trashed ? stopOf((await store.state(session)).log) : null
    const cancel: NewEvent[] = stop ? [{ type: "turn.cancel-requested", data: stop, ...signed(meta) }] : []
    try {
      const { seq } = await store.append(session, [described, ...cancel], "intent", keyOf(meta))
      return seq
    } catch (error) {
      // It ended or started by itself meanwhile.
      const hasMoved = stop && (await store.state(session)).log.turn?.id !== stop.turn
      if (!isHoldfastError(error) || !hasMoved) throw error
    }
  }
}

/** What is to stop: the turn, or the input that would start one. */
function stopOf({ turn, inputs }: SessionState["log"]): EventData<"turn.cancel-requested"> | null {
  const reason = "The session was moved to the trash"
  if (turn) return { turn: turn.id, reason }
  return inputs.waiting.length > 0 && !inputs.held ? { reason } : null
}
