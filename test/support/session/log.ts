import fc from "fast-check"
import type { Actor, Event, EventData, EventType, ForeignEvent } from "../../../src/session/event.ts"
import { dataArbitraries } from "./event-data.ts"
import { idFrom } from "./field.ts"

/** One event of any type, legal or not, but for its place. */
export const eventArbitrary: fc.Arbitrary<Omit<Event, "seq">> = fc
  .constantFrom(...(Object.keys(dataArbitraries) as EventType[]))
  .chain((type) =>
    fc.record({
      id: fc.uuid(),
      session: fc.constant("session"),
      at: fc.integer({ min: 0, max: 10_000 }).map((second) => new Date(second * 1000).toISOString()),
      by: fc.constant<Actor>({ kind: "person", name: "ada" }),
      turn: idFrom("turn"),
      type: fc.constant(type),
      v: fc.constant(1),
      data: dataArbitraries[type] as fc.Arbitrary<EventData<EventType>>,
    }),
  )
  .map((event) => event as Omit<Event, "seq">)

/** A log of any events in any order, now and then with one of a newer Holdfast. */
export function logArbitrary(
  options: fc.ArrayConstraints = { maxLength: 60 },
): fc.Arbitrary<Array<Event | ForeignEvent>> {
  const foreign = eventArbitrary.map((event) => ({ ...event, type: "future.invented" }))
  const any = fc.oneof({ arbitrary: eventArbitrary, weight: 30 }, { arbitrary: foreign, weight: 1 })
  return fc.array(any, options).map((events) => numbered(events as Array<Omit<Event, "seq">>))
}

/** Events with their place in the log. */
export function numbered(events: ReadonlyArray<Omit<Event, "seq">>): Event[] {
  return events.map((event, index) => ({ ...event, seq: index + 1 }) as Event)
}
