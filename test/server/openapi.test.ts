import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Api, api } from "../../src/server/contract/api.ts"
import type { Endpoint, Method } from "../../src/server/contract/endpoint.ts"
import { openApi } from "../../src/server/http/openapi.ts"
import { setScene } from "./scene.ts"

type Form = { [name: string]: unknown }
type Parameter = { name: string; in: string; required: boolean; schema: Form; description?: string }
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Form }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Form }> }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Form> }
}

const document = JSON.parse(JSON.stringify(openApi("1.2.3"))) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const routes = Object.entries(api) as Array<[keyof Api, Endpoint]>

/** The value that a reference in the document leads to. */
function at(ref: string): unknown {
  return ref
    .split("/")
    .slice(1)
    .reduce<unknown>((value, name) => (value as Form | undefined)?.[name], document)
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return []
  const { $ref } = value as Form
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(value).flatMap(refsIn)]
}

describe("the OpenAPI document", () => {
  it("is what the server publishes, with or without a token", async () => {
    const { server } = await setScene()
    const response = await fetch(`${server.url}/api/openapi.json`)
    const published = (await response.json()) as Document
    expect({ ...published, info: null }).toEqual({ ...document, info: null })
  })

  it("has every endpoint of the table, each under a name of its own", () => {
    expect(operations).toHaveLength(routes.length)
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    for (const { operation } of operations) expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it("has all that it refers to, in one place", () => {
    const refs = new Set(refsIn(document))
    expect(refs.size).toBeGreaterThan(3)
    for (const ref of refs) expect([ref, at(ref)]).toEqual([ref, expect.any(Object)])
    expect(JSON.stringify(document)).not.toContain("$defs")
    const used = new Set([...refs].map((ref) => ref.replace("#/components/schemas/", "")))
    expect(new Set(Object.keys(document.components.schemas))).toEqual(used)
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/)
  })

  it("declares each parameter of a path, and each parameter once", () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((each) => each.in === "path")
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([path, declared.map(({ name }) => name)]).toEqual([path, named])
      expect(declared.every(({ required }) => required)).toBe(true)
      const all = operation.parameters.map((each) => `${each.in} ${each.name}`)
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it("describes each answer, and gives every problem the same form", () => {
    for (const { path, operation } of operations) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect([path, status, description]).not.toContain("")
        if (Number(status) < 400) continue
        expect(content?.["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Problem" })
      }
    }
    expect(document.components.schemas.Problem).toMatchObject({ properties: { error: { type: "object" } } })
  })
})

/** Values that fit a form of the document; null for one that is not made here. */
function fitting(form: Form): fc.Arbitrary<unknown> | null {
  if (typeof form.$ref === "string") return fitting(at(form.$ref) as Form)
  if (Array.isArray(form.enum)) return fc.constantFrom(...form.enum)
  if ("const" in form) return fc.constant(form.const)
  if (Array.isArray(form.anyOf)) {
    const all = (form.anyOf as Form[]).map(fitting)
    return all.every((each) => each !== null) ? fc.oneof(...all) : null
  }
  switch (form.type) {
    case "string": {
      if (typeof form.pattern === "string") return fc.stringMatching(new RegExp(form.pattern))
      const [minLength, maxLength] = [(form.minLength as number) ?? 0, Math.min((form.maxLength as number) ?? 50, 50)]
      return fc.string({ unit: "grapheme-ascii", minLength, maxLength })
    }
    case "integer":
    case "number":
      return fc.integer({
        min: Math.max((form.minimum as number) ?? -1_000, -1_000),
        max: Math.min((form.maximum as number) ?? 1_000, 1_000),
      })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array": {
      const items = fitting((form.items as Form) ?? {})
      return items && fc.array(items, { minLength: (form.minItems as number) ?? 0, maxLength: 3 })
    }
    case "object": {
      const entries = Object.entries((form.properties as Record<string, Form>) ?? {}).map(
        ([name, each]) => [name, fitting(each)] as const,
      )
      if (entries.some(([, each]) => each === null)) return null
      const made = Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>
      return fc.record(made, { requiredKeys: ((form.required as string[]) ?? []) as never[] })
    }
    default:
      return null
  }
}

/** Values that do not fit, however they are written: of another type, too long, too large, or without what is needed. */
function unfitting(form: Form): unknown[] {
  if (typeof form.$ref === "string") return unfitting(at(form.$ref) as Form)
  if (form.type === "object") {
    const required = (form.required as string[]) ?? []
    const properties = Object.entries((form.properties as Record<string, Form>) ?? {})
    const one = properties.flatMap(([name, each]) => unfitting(each).map((value) => ({ [name]: value })))
    return [[], "text", 7, ...(required.length > 0 ? [{}] : []), ...one]
  }
  if (form.type === "boolean") return ["perhaps"]
  if (form.type === "integer") return ["x", 1.5]
  if (form.type === "array") return ["x", {}]
  if (form.type === "string") return [{}, [1], 5, ...(form.enum ? ["none of these"] : [])]
  return []
}

describe("what the routes accept", () => {
  const isIntent = (endpoint: Endpoint) => endpoint.body !== undefined && endpoint.body !== "bytes"

  it("is what the document says of bodies: none that fits is malformed, each that does not is refused", async () => {
    const { server } = await setScene()
    for (const [route, endpoint] of routes.filter(([, each]) => isIntent(each))) {
      const { url, method, operation } = asked(server.url, route)
      const form = operation.requestBody?.content["application/json"]?.schema ?? {}
      const send = async (body: unknown) => {
        const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" }
        const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
        return { status: response.status, text: await response.text() }
      }
      if (endpoint.open) continue
      const values = fitting(form)
      for (const body of values ? fc.sample(values, { numRuns: 4, seed: 6 }) : []) {
        const { status, text } = await send(body)
        // Another reason than the form may refuse it: a session that is not there, a model that nobody knows.
        expect([route, body, status === 400 && text.includes("The body is invalid") ? text : "taken"]).toEqual([
          route,
          body,
          "taken",
        ])
      }
      for (const body of unfitting(form)) {
        const { status, text } = await send(body)
        expect([route, body, status, text]).toEqual([route, body, 400, expect.stringContaining("The body is invalid")])
      }
    }
  })

  it("is what the document says of queries", async () => {
    const { server } = await setScene()
    for (const [route, endpoint] of routes) {
      const { url, method, operation } = asked(server.url, route)
      if (method !== "GET" || endpoint.answer === "events" || endpoint.open) continue
      const queries = operation.parameters.filter((each) => each.in === "query")
      const needed = queries.filter(({ required }) => required)
      const values = (some: readonly Parameter[]) =>
        some.flatMap(({ name, schema }) => {
          const [value] = fc.sample(fitting(schema) ?? fc.constant("x"), { numRuns: 1, seed: 6 })
          return [[name, String(value)] as [string, string]]
        })
      const send = async (query: readonly [string, string][]) => {
        const search = new URLSearchParams(Object.fromEntries(query))
        const headers = { authorization: `Bearer ${server.token}` }
        const response = await fetch(`${url}?${search}`, { headers })
        return { status: response.status, text: await response.text() }
      }
      const malformed = ({ status, text }: { status: number; text: string }) =>
        status === 400 && text.includes("The query is invalid")
      for (const each of queries) {
        const others = values(needed.filter((one) => one !== each))
        expect([route, each.name, malformed(await send([...others, ...values([each])]))]).toEqual([
          route,
          each.name,
          false,
        ])
        for (const wrong of unfitting(each.schema).filter((value) => typeof value === "string")) {
          const answer = await send([...others, [each.name, String(wrong)]])
          expect([route, each.name, wrong, malformed(answer)]).toEqual([route, each.name, wrong, true])
        }
      }
      if (needed.length > 0) expect([route, malformed(await send([]))]).toEqual([route, true])
    }
  })
})

function asked(base: string, route: keyof Api) {
  const [method, path] = route.split(" ") as [Method, string]
  const name = path.replaceAll(/:(\w+)/g, "{$1}")
  const operation = document.paths[name]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${route} is not in the document`)
  const fill = { hash: "0".repeat(64), kind: "plan" } as Record<string, string>
  return { url: base + path.replaceAll(/:(\w+)/g, (_, each: string) => fill[each] ?? "nobody"), method, operation }
}
