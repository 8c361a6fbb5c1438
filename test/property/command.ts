import fc from "fast-check"
import { type EventType, eventSchemas, type NewEvent } from "../../src/session/event.ts"
import { type Channel, channels } from "../../src/session/partial.ts"
import { dataArbitraries } from "../support/session/event-data.ts"
import { type Picks, picks } from "./guided.ts"

/** What somebody does to a store. Numbers are choices among the sessions, events and leases that there are by then. */
export type Command =
  | { do: "open"; title: string | undefined; driven: boolean }
  | { do: "fork"; session: number; at: number; driven: boolean }
  | { do: "append"; session: number; events: Picks[]; as: Author; key: string | undefined }
  | { do: "append-any"; session: number; event: NewEvent; as: Author }
  | { do: "checkpoint"; session: number; intent: number; channel: Channel; back: number; text: string }
  | { do: "acquire"; session: number }
  | { do: "release"; session: number }
  | { do: "listen"; session: number }
  | { do: "reconnect"; session: number; back: number }
  | { do: "reopen" }

/** Who appends: the owner as it should, a person where a person may, an older owner, or one that is behind. */
export type Author = "owner" | "owner-at-head" | "person" | "older-owner" | "owner-behind"

const driven = fc.constantFrom(true, true, true, false)
const session = fc.nat({ max: 5 })
const as = fc.constantFrom<Author>(
  ...times<Author>(8, "owner"),
  ...times<Author>(3, "owner-at-head"),
  ...times<Author>(8, "person"),
  "older-owner",
  "owner-behind",
)

function times<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item)
}

const anyEvent = fc.constantFrom(...(Object.keys(eventSchemas) as EventType[])).chain((type) =>
  fc
    .record({
      data: dataArbitraries[type] as fc.Arbitrary<unknown>,
      turn: fc.option(fc.constantFrom("turn-1", "turn-2"), { nil: undefined }),
    })
    .map(({ data, turn }) => ({ type, data, ...(turn === undefined ? {} : { turn }) }) as NewEvent),
)

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("open" as const), driven, title: fc.constantFrom(undefined, "Title") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("fork" as const), driven, session, at: fc.nat({ max: 40 }) }) },
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      session,
      events: fc.array(picks, { minLength: 1, maxLength: 4 }),
      as,
      key: fc.constantFrom(...times(12, undefined), "key-1", "key-2"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("append-any" as const), session, event: anyEvent, as }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("checkpoint" as const),
      session,
      intent: fc.nat({ max: 40 }),
      channel: fc.constantFrom(...channels),
      back: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6),
      text: fc.string({ unit: "grapheme", maxLength: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("acquire" as const), session }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), session }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("listen" as const), session }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reconnect" as const), session, back: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const) }) },
)

/** A session that is driven, and then anything. */
export const commands: fc.Arbitrary<Command[]> = fc
  .array(command, { minLength: 10, maxLength: 60, size: "max" })
  .map((rest) => [{ do: "open", title: undefined, driven: true }, ...rest])
