import type { Client } from "../../../src/client/client.ts"
import type { Event, EventType, ForeignEvent } from "../../../src/session/event.ts"
import type { Delta } from "../../../src/session/partial.ts"
import type { Store } from "../../../src/store/contract.ts"

export type Item = Event | ForeignEvent | Delta

/** Waits until the log of a session, or what is streamed in it, says something. */
export async function until(store: Store, session: string, seen: (item: Item) => boolean): Promise<void> {
  for await (const item of store.follow(session, { after: 0 })) if (seen(item)) return
}

export const isType = (type: EventType) => (item: Item) => "type" in item && item.type === type

export const streams =
  (piece: string, channel: Delta["channel"] = "text") =>
  (item: Item) =>
    "channel" in item && item.channel === channel && item.text.includes(piece)

/** Waits until so many turns have stopped. */
export async function untilStopped(store: Store, session: string, turns = 1): Promise<void> {
  let stopped = 0
  await until(store, session, (item) => isType("turn.stopped")(item) && ++stopped === turns)
}

export async function logOf(store: Store, session: string): Promise<Array<Event | ForeignEvent>> {
  const events = []
  for await (const event of store.read(session)) events.push(event)
  return events
}

/** The events of a type, in order. */
export async function eventsOf<T extends EventType>(store: Store, session: string, type: T): Promise<Event<T>[]> {
  return (await logOf(store, session)).filter((event) => event.type === type) as Event<T>[]
}

/** What was said and answered, in the order of the log: inputs as they were taken up, answers as they ended. */
export async function conversation(store: Store, session: string): Promise<string[]> {
  const said: string[] = []
  const inputs = new Map<string, string>()
  for (const event of (await logOf(store, session)) as Event[]) {
    if (event.type === "input.accepted") inputs.set(event.data.input, event.data.text)
    if (event.type === "input.consumed") said.push(inputs.get(event.data.input) ?? "?")
    if (event.type === "model.answered") said.push(event.data.text)
  }
  return said
}

/** Says something to a session. */
export function send(client: Client, id: string, text: string, more: SendMore = {}) {
  const { key, ...rest } = more
  return client.call("POST /api/sessions/:id/inputs", {
    params: { id },
    body: { text, ...rest },
    ...(key === undefined ? {} : { key }),
  })
}

type SendMore = {
  key?: string
  kind?: "send" | "queue" | "steer" | "interrupt"
  attachments?: Array<{ blob: string; bytes: number; name: string; mediaType?: string | undefined }>
}

/** A long text in which nothing is said twice. */
export const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}, `).join("")
