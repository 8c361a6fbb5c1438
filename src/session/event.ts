import { z } from "zod"
import { askEvents } from "./event/ask.ts"
import { count, id, notWellFormed, seq, wellFormed } from "./event/common.ts"
import { contextEvents } from "./event/context.ts"
import { doneEvents } from "./event/done.ts"
import { inputEvents } from "./event/input.ts"
import { modelEvents } from "./event/model.ts"
import { promptEvents } from "./event/prompt.ts"
import { sessionEvents } from "./event/session.ts"
import { toolEvents } from "./event/tool.ts"
import { turnEvents } from "./event/turn.ts"
import { workflowEvents } from "./event/workflow.ts"
import { workspaceEvents } from "./event/workspace.ts"

/** The one definition of every event: types, validation, JSON Schema and docs come from here. */
export const eventSchemas = {
  ...sessionEvents,
  ...inputEvents,
  ...turnEvents,
  ...workflowEvents,
  ...doneEvents,
  ...promptEvents,
  ...modelEvents,
  ...toolEvents,
  ...askEvents,
  ...contextEvents,
  ...workspaceEvents,
} as const

export type EventType = keyof typeof eventSchemas
export type EventData<T extends EventType> = z.infer<(typeof eventSchemas)[T]>

/** The version that this program writes of each type. Raise it together with an upcaster from the one before. */
export const eventVersions = Object.fromEntries(Object.keys(eventSchemas).map((type) => [type, 1])) as Record<
  EventType,
  number
>

/** Who caused an event: a person on a device, or the owner that drives the session. */
export const actor = z
  .object({
    kind: z.enum(["person", "owner"]),
    name: z.string().min(1).max(256),
    device: z.string().max(256).optional(),
  })
  .meta({ id: "actor", description: "who caused an event: a person on a device, or the owner that drives the session" })
export type Actor = z.infer<typeof actor>

export const envelope = z.object({
  id,
  session: id.meta({ description: "where it was written: a fork inherits events of its parent" }),
  seq,
  at: z.iso.datetime().max(64),
  by: actor,
  turn: id.optional().meta({ description: "the turn that it belongs to" }),
  step: count.optional().meta({ description: "the model call of the turn that it belongs to" }),
  key: z
    .string()
    .min(1)
    .max(256)
    .refine(wellFormed, notWellFormed)
    .optional()
    .meta({ description: "the idempotency key of its append: all events of one append have the same" }),
  type: z.string().min(1).max(100),
  v: z.int().min(1).meta({ description: "the version of its data" }),
  data: z.record(z.string(), z.unknown()).meta({ description: "what happened: see its type" }),
})

type Envelope = Omit<z.infer<typeof envelope>, "type" | "v" | "data">

/** One immutable fact of a session. */
export type Event<T extends EventType = EventType> = {
  [K in T]: Envelope & { type: K; v: number; data: EventData<K> }
}[T]

/** An event of a newer Holdfast: kept as it is, without being understood here. */
export type ForeignEvent = z.infer<typeof envelope>

/** What an append asks for; the store adds id, seq and time. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; data: EventData<K>; turn?: string; step?: number; by?: Actor }
}[T]

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventSchemas, type)
}

/** True for an event that this program understands. */
export function isKnown(event: Event | ForeignEvent): event is Event {
  return isEventType(event.type) && event.v === eventVersions[event.type]
}
