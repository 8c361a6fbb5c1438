import { type ErrorCode, HoldfastError, isHoldfastError } from "../../session/error.ts"
import { type Actor, type Event, isKnown } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"

/** Who sent an intent, and its key: a repeated key is the same intent. */
export type IntentMeta = { key?: string | undefined; by?: Actor | undefined }

type Once<T> = {
  work(): Promise<T>
  /** The outcome that the events of the first time stand for; undefined if they belong to another intent. */
  before(events: readonly Event[]): Promise<T | undefined> | T | undefined
  /** Whether `work` left nothing in the log: then it may be a repetition as well. */
  idle(done: T): boolean
}

/**
 * Law: identity. Performs an intent once where what is appended depends on the state of the session. The store refuses
 * a second append under one key; the first outcome is looked up in the log, and only when there are signs of a
 * repetition.
 */
export async function appendOnce<T>(
  { store, session, key }: { store: Store; session: string; key: string | undefined },
  { work, before, idle }: Once<T>,
): Promise<T> {
  if (key === undefined) return work()
  const tried = await work().then(
    (done) => ({ done }),
    (error: unknown) => {
      if (!isHoldfastError(error) || !mayRepeat.has(error.code)) throw error
      return { error }
    },
  )
  if ("done" in tried && !idle(tried.done)) return tried.done
  const events = await keyedEvents(store, session, key)
  if (events.length === 0) {
    if ("done" in tried) return tried.done
    throw tried.error
  }
  const first = await before(events)
  if (first !== undefined) return first
  throw new HoldfastError("key-reused", `The idempotency key ${JSON.stringify(key)} was used with another body.`)
}

/** The errors that may mean a repetition: the key is taken, or the state is not what it was the first time. */
const mayRepeat: ReadonlySet<ErrorCode> = new Set(["key-reused", "behind", "illegal", "stopped", "owned", "not-found"])

/** The events that were appended under a key, in order. A fork inherits the events of its parent, not their keys. */
export async function keyedEvents(store: Store, session: string, key: string): Promise<Event[]> {
  const found: Event[] = []
  for await (const event of store.read(session, { reverse: true, onDamage: () => undefined })) {
    const isOne = event.key === key && event.session === session && event.type !== "session.opened"
    if (isOne && isKnown(event)) found.unshift(event)
    else if (found.length > 0) break
  }
  return found
}

/** The signature of an event, where one is given. */
export function signed({ by }: IntentMeta): { by?: Actor } {
  return by ? { by } : {}
}

/** The options of an append, where a key is given. */
export function keyOf({ key }: IntentMeta): { key?: string } {
  return key === undefined ? {} : { key }
}
