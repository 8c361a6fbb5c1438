import { HoldfastError } from "../../session/error.ts"
import { type Event, type EventType, isKnown } from "../../session/event.ts"
import type { Lease, Store } from "../../store/contract.ts"

type Log = { store: Store; lease: Pick<Lease, "session"> }

/** One event of the session that is driven, of the type that must be there. */
export async function eventAt<T extends EventType>(log: Log, seq: number, type: T): Promise<Event<T>> {
  const event = await anyEventAt(log, seq)
  if (event?.type === type) return event as Event<T>
  const { lease } = log
  throw new HoldfastError(
    "damaged",
    `Session ${lease.session} has no ${type} at seq ${seq}. Run 'holdfast doctor --verify'.`,
  )
}

/** One event of any type; undefined where there is none that this version knows. */
export async function anyEventAt({ store, lease }: Log, seq: number): Promise<Event | undefined> {
  for await (const event of store.read(lease.session, { after: seq - 1, limit: 1 })) if (isKnown(event)) return event
  return undefined
}
