import { z } from "zod"
import { type EventType, envelope, eventSchemas } from "../src/session/event.ts"

/** The parts of JSON Schema that our events use. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly string[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema | boolean
  required?: readonly string[]
  description?: string
  format?: string
  minimum?: number
  maximum?: number
}

/** The data of each event, the envelope, and the shapes that they share, all made from the Zod schemas. */
export function jsonSchemas(): {
  events: Readonly<Record<EventType, Schema>>
  envelope: Schema
  shapes: Readonly<Record<string, Schema>>
} {
  // Input: what a schema does not know is kept, so that nothing may forbid it.
  const all = z.toJSONSchema(z.object({ ...eventSchemas, envelope }), { io: "input" }) as Schema & {
    $defs: Record<string, Schema>
  }
  const { envelope: around, ...events } = withoutDefaults(all.properties) as Record<EventType | "envelope", Schema>
  return { events, envelope: around, shapes: withoutDefaults(all.$defs) as Record<string, Schema> }
}

/** The published schema: any event. Types that it does not name are those of a newer Holdfast, and valid. */
export function publishedSchema(): unknown {
  const { events, envelope: around, shapes } = jsonSchemas()
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "An event of a Holdfast session",
    ...around,
    allOf: Object.keys(events).map((type) => ({
      if: { properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: { properties: { data: { $ref: `#/$defs/${type}` } } },
    })),
    $defs: { ...shapes, ...events },
  }
}

// A bound at the end of the safe integers says nothing to a reader.
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== "object" || value === null) return value
  const bounds = Object.entries(value).filter(([, part]) => Math.abs(Number(part)) !== Number.MAX_SAFE_INTEGER)
  return Object.fromEntries(bounds.map(([key, part]) => [key, withoutDefaults(part)]))
}
