import { isRecord } from "../../base/is-record.ts"
import type { ForeignEvent } from "../../session/event.ts"
import type { Channel, Delta } from "../../session/partial.ts"
import type { Damage, ForeignLog, Store } from "../contract.ts"
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
  | { kind: "items"; items: readonly StreamItem[] }

/** Streamed output of an intent. A list, as there are many: of a record, each one would bring along all its names. */
export type Checkpoint = readonly [session: string, epoch: number, intent: number, ...piece: PieceList]

type PieceList = readonly [channel: Channel, offset: number, text: string]

/** What comes of a stream: the last item says how it ended. */
export type Item = { value: unknown } | { damage: Damage } | { end: PackedError | null }

/** The same with the number of its stream; a delta is a list, as a checkpoint is. */
export type StreamItem = (Item & { stream: number }) | readonly [stream: number, seq: number, ...piece: PieceList]

/** An item as it is sent. */
export function packItem(stream: number, item: Item): StreamItem {
  if (!("value" in item) || !isDelta(item.value)) return { ...item, stream }
  const { seq, channel, offset, text } = item.value
  return [stream, seq, channel, offset, text]
}

/** An item as it was before it was sent, and its stream. */
export function unpackItem(packed: StreamItem): { stream: number; item: Item } {
  if (!isList(packed)) return { stream: packed.stream, item: packed }
  const [stream, seq, channel, offset, text] = packed
  return { stream, item: { value: { seq, channel, offset, text } } }
}

function isList(packed: StreamItem): packed is Extract<StreamItem, readonly unknown[]> {
  return Array.isArray(packed)
}

function isDelta(value: unknown): value is Delta {
  return isRecord(value) && "channel" in value
}

/** How many items may be on their way. */
export const itemsOnTheWay = 64
