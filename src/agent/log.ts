import { HoldfastError } from "../session/error.ts"
import { type Event, type EventType, isKnown } from "../session/event.ts"
import type { Lease, Store } from "../store/contract.ts"

type Log = { store: Store; lease: Pick<Lease, "session"> }

/** One event of the session that is driven, of the type that must be there. */
export async function eventAt<T extends EventType>({ store, lease }: Log, seq: number, type: T): Promise<Event<T>> {
  for await (const event of store.read(lease.session, { after: seq - 1, limit: 1 })) {
    if (isKnown(event) && event.type === type) return event as Event<T>
  }
  throw new HoldfastError(
    "damaged",
    `Session ${lease.session} has no ${type} at seq ${seq}. Run 'holdfast doctor --verify'.`,
  )
}
