import type { ForeignEvent } from "../../session/event.ts"
import type { Damage, ForeignLog, Lease, Piece, Store } from "../contract.ts"
import type { PackedError } from "./packed-error.ts"

/** The methods that are answered once. */
export type CallMethod = Exclude<keyof Store, "checkpoint" | StreamMethod | "adopt" | "close">

/** The methods that are answered again and again. */
export type StreamMethod = "read" | "follow" | "changes"

/** What a thread asks of the store. */
export type Request =
  | { kind: "call"; call: number; method: CallMethod; given: readonly unknown[] }
  /** The next events of a log that will be adopted; answered when they are there. */
  | { kind: "events"; call: number; log: number; events: readonly ForeignEvent[] }
  | ({ kind: "adopt"; call: number; log: number; options: AdoptOptions } & Omit<ForeignLog, "events">)
  /** Nothing comes of a log that was sent. */
  | { kind: "forget"; log: number }
  | { kind: "close"; call: number }
  /** Not answered: a refusal comes with the next append to the session. */
  | { kind: "checkpoints"; pieces: readonly Checkpoint[] }
  | { kind: "begin"; stream: number; method: StreamMethod; given: readonly unknown[]; reportDamage: boolean }
  /** So many items more may be sent: nothing is read before it is pulled. */
  | { kind: "more"; stream: number; items: number }
  | { kind: "end"; stream: number }

type AdoptOptions = Parameters<Store["adopt"]>[1]

/** What the store says to a thread. */
export type Answer =
  | { kind: "done"; call: number; value: unknown }
  | { kind: "failed"; call: number; error: PackedError }
  | { kind: "items"; items: ReadonlyArray<Item & { stream: number }> }

/** Streamed output of an intent. */
export type Checkpoint = { lease: Lease; intent: number; piece: Piece }

/** What comes of a stream: the last item says how it ended. */
export type Item = { value: unknown } | { damage: Damage } | { end: PackedError | null }

/** How many items may be on their way. */
export const itemsOnTheWay = 64
