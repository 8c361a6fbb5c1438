import type { ForeignEvent } from "../../../../src/session/event.ts"
import type { ForeignLog, Store } from "../../../../src/store/contract.ts"
import { beginDriven, logOf } from "./scene.ts"
import * as say from "./script.ts"

/** A session with one whole turn. */
export async function beginWithTurn(store: Store) {
  const driven = await beginDriven(store, { title: "Far away" })
  await driven.drive(say.permitted("allow"), say.input("needle"), say.started("t1"), say.consumed("needle"))
  await driven.drive(say.stopped("t1"))
  return driven
}

/** What an export of a session holds. */
export async function exported(store: Store, id: string): Promise<ForeignLog> {
  return { id, events: (await logOf(store, id)) as ForeignEvent[], blobs: [] }
}

/** The last event once more, or the last one of a type. */
export function again(log: ForeignLog, type = log.events.at(-1)?.type): ForeignEvent {
  const event = log.events.findLast((candidate) => candidate.type === type) as ForeignEvent
  return { ...event, id: "again", seq: log.events.length + 1 }
}

/** One more event, of no turn. */
export function more(log: ForeignLog, type: string, data: ForeignEvent["data"]): ForeignEvent {
  const seq = log.events.length + 1
  return { ...again(log), id: `more ${seq}`, turn: undefined, type, v: 1, data }
}

export function rewound(log: ForeignLog, to: number): ForeignEvent {
  const { length: head } = log.events
  return { ...again(log), turn: undefined, type: "history.rewound", data: { to, head, because: "rewind" } }
}
