import type { z } from "zod"
import { upperFirst } from "../../base/letter-case.ts"
import { api } from "../contract/api.ts"
import { type Endpoint, type Method, tags } from "../contract/endpoint.ts"
import { type ProblemCode, problem, statusOf } from "../contract/problem.ts"
import { type SchemaMaker, schemaMaker } from "./openapi-schemas.ts"

/** Problems that every endpoint can answer. */
const everywhere: readonly ProblemCode[] = ["invalid", "forbidden", "internal", "closed"]

/** The OpenAPI document of the API. */
export function openApi(version: string): Record<string, unknown> {
  const maker = schemaMaker()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [route, endpoint] of Object.entries(api) as Array<[string, Endpoint]>) {
    const [method, path] = route.split(" ") as [Method, string]
    const name = path.replaceAll(/:(\w+)/g, "{$1}")
    paths[name] = { ...paths[name], [method.toLowerCase()]: operation(method, path, endpoint, maker) }
  }
  // Given a name so that it lands among the named schemas.
  maker.schema(problem, "output")
  const { document, schemas } = maker.finish({ paths })
  return {
    openapi: "3.1.0",
    info: {
      title: "Holdfast",
      version,
      description: "Intents take an Idempotency-Key and are answered when they are durable. No GET changes anything.",
    },
    tags: tags.map((name) => ({ name })),
    security: [{ token: [] }, { cookie: [] }],
    paths: document.paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "holdfast" },
      },
    },
  }
}

function operation(method: Method, path: string, endpoint: Endpoint, maker: SchemaMaker): Record<string, unknown> {
  return {
    operationId: operationId(method, path),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.open ? { security: [] } : {}),
    parameters: [
      ...parametersOf(endpoint.params, "path", maker),
      ...parametersOf(endpoint.query, "query", maker),
      ...(endpoint.intent === true ? [idempotencyKey] : []),
    ],
    ...(endpoint.body ? { requestBody: bodyOf(endpoint.body, maker) } : {}),
    responses: { [endpoint.status]: success(endpoint, maker), ...problemsOf(endpoint) },
  }
}

/** `GET /api/sessions/:id/why` is `getSessionsIdWhy`. */
function operationId(method: Method, path: string): string {
  const words = path.replace(/^\/api\//, "").split(/[^\w]+/)
  return method.toLowerCase() + words.map(upperFirst).join("")
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 256 },
  description: "The same key with the same body is the same intent; with a different body it is refused.",
}

function parametersOf(schema: z.ZodObject | undefined, where: "path" | "query", maker: SchemaMaker): unknown[] {
  if (!schema) return []
  const { properties = {}, required = [] } = maker.schema(schema, "input") as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...form }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(description ? { description } : {}),
    schema: form,
  }))
}

function bodyOf(body: z.ZodType | "bytes", maker: SchemaMaker): unknown {
  if (body === "bytes") return { required: true, content: { "application/octet-stream": { schema: {} } } }
  const required = !body.safeParse(undefined).success
  return { required, content: { "application/json": { schema: maker.schema(body, "input") } } }
}

function success({ answer, summary }: Endpoint, maker: SchemaMaker): unknown {
  switch (answer) {
    case "nothing":
      return { description: summary }
    case "bytes":
      return { description: summary, content: { "application/octet-stream": { schema: {} } } }
    case "events":
      return { description: summary, content: { "text/event-stream": { schema: { type: "string" } } } }
    default:
      return { description: summary, content: { "application/json": { schema: maker.schema(answer, "output") } } }
  }
}

function problemsOf(endpoint: Endpoint): Record<string, unknown> {
  const codes = new Set<ProblemCode>([
    ...everywhere,
    ...(endpoint.open ? [] : (["unauthorized"] as const)),
    ...(endpoint.intent ? (["stopping"] as const) : []),
    ...(endpoint.body ? (["too-large", "unsupported-media"] as const) : []),
    ...(endpoint.problems ?? []),
  ])
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  )
}
