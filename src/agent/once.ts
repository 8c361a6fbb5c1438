import { type ErrorCode, HoldfastError, isHoldfastError } from "../session/error.ts"
import { type Actor, type Event, isKnown } from "../session/event.ts"
import type { Store } from "../store/contract.ts"

/** How an intent is signed, and told from others: a repeated key is the same intent. */
export type Told = { key?: string | undefined; by?: Actor | undefined }

type Once<T> = {
  work(): Promise<T>
  /** What the events of the first time come to; undefined where they are of another intent. */
  before(events: readonly Event[]): Promise<T | undefined> | T | undefined
  /** Whether `work` left nothing in the log: then it may be a repetition, too. */
  idle(done: T): boolean
}

/**
 * Law: identity. Does once what a person asked for, where what is appended depends on how the session stands. The store
 * sees to it that nothing happens twice under one key; what it led to the first time is looked up in the log, and only
 * when something speaks for a repetition.
 */
export async function once<T>(
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

/** What a repetition may be refused with: its key tells, or the session stands otherwise than the first time. */
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
export function signed({ by }: Told): { by?: Actor } {
  return by ? { by } : {}
}

/** The options of an append, where a key is given. */
export function keyOf({ key }: Told): { key?: string } {
  return key === undefined ? {} : { key }
}
