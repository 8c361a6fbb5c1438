import { z } from "zod"

export type JsonSchema = { [name: string]: unknown }
type Direction = "input" | "output"

/** Where named schemas live while the document is built: input and output may differ. */
const place = (direction: Direction, name: string) => `#/${direction}/${name}`
const placed = /^#\/(input|output)\/(.+)$/

/**
 * Builds JSON Schemas and collects named ones in one place. A schema whose input and output differ appears twice, the
 * input with the suffix `Input`.
 */
export function schemaMaker() {
  const named: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() }
  return {
    schema(type: z.ZodType, direction: Direction): JsonSchema {
      const {
        $schema,
        $defs = {},
        id,
        ...form
      } = z.toJSONSchema(type, {
        io: direction,
        unrepresentable: "any",
        target: "draft-2020-12",
        override: ({ zodSchema, jsonSchema }) => {
          // Clients must accept properties that are added later.
          if (direction === "output" && zodSchema._zod.def.type === "object") delete jsonSchema.additionalProperties
          delete jsonSchema.id
        },
      }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
      const lift = (value: unknown) => withRefs(value, (ref) => ref.replace(/^#\/\$defs\//, place(direction, "")))
      for (const [name, form] of Object.entries($defs)) named[direction].set(name, lift(form) as JsonSchema)
      return lift(form) as JsonSchema
    },

    /** Resolves the references to named schemas and returns those schemas. */
    finish<T>(document: T): { document: T; schemas: Record<string, JsonSchema> } {
      const nameOf = (direction: Direction, name: string) =>
        direction === "input" && !isSame(name) ? `${name}Input` : name
      const isSame = (name: string): boolean => {
        const [one, other] = [named.input.get(name), named.output.get(name)]
        if (!one || !other) return true
        const bare = (form: JsonSchema) => JSON.stringify(withRefs(form, (ref) => ref.replace(placed, "$2")))
        return bare(one) === bare(other) && refsIn(one).every((ref) => isSame(ref.replace(placed, "$2")))
      }
      const settle = <V>(value: V): V =>
        withRefs(value, (ref) => {
          const [, direction, name = ""] = placed.exec(ref) ?? []
          return direction ? `#/components/schemas/${nameOf(direction as Direction, name)}` : ref
        }) as V
      const schemas: Record<string, JsonSchema> = {}
      for (const direction of ["output", "input"] as const) {
        for (const [name, form] of named[direction]) schemas[nameOf(direction, name)] = settle(form)
      }
      return { document: settle(document), schemas }
    },
  }
}

export type SchemaMaker = ReturnType<typeof schemaMaker>

function withRefs(value: unknown, change: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withRefs(item, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === "$ref" && typeof item === "string" ? change(item) : withRefs(item, change),
    ]),
  )
}

function refsIn(value: unknown): string[] {
  const refs: string[] = []
  withRefs(value, (ref) => {
    refs.push(ref)
    return ref
  })
  return refs
}
