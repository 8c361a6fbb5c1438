import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { staleDocs } from "../scripts/docs.ts"
import { publishedSchema } from "../scripts/event-schema.ts"
import { type EventType, eventSchemas } from "../src/index.ts"
import { dataArbitraries } from "./support/session/event-data.ts"

describe("the generated documents", () => {
  it("are what the code says: run `npm run docs` after a change of the events", () => {
    expect(staleDocs()).toEqual([])
  })

  it("describe every event", () => {
    const silent = Object.entries(eventSchemas).filter(([, schema]) => !schema.meta()?.description)
    expect(silent.map(([type]) => type)).toEqual([])
  })

  it("publish a JSON Schema that takes what the code takes, and refuses what it refuses", () => {
    const { $defs } = publishedSchema() as { $defs: Record<string, JsonSchema> }
    for (const type of Object.keys(eventSchemas) as EventType[]) {
      const published = z.fromJSONSchema({ $ref: `#/$defs/${type}`, $defs } as JsonSchema)
      fc.assert(
        fc.property(dataArbitraries[type] as fc.Arbitrary<Record<string, unknown>>, fc.nat(), (data, choice) => {
          expect([type, published.safeParse(data).success]).toEqual([type, true])
          const fields = Object.keys(data)
          const without = fields[choice % Math.max(1, fields.length)] ?? ""
          const broken = { ...data, [without]: Symbol("nothing of ours") }
          expect([type, published.safeParse(broken).success]).toEqual([
            type,
            eventSchemas[type].safeParse(broken).success,
          ])
        }),
        { numRuns: 10 },
      )
    }
  })
})

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]
