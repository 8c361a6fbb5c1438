import { randomUUID } from "node:crypto"
import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Context, Hono } from "hono"
import { z } from "zod"
import { isInRoots, outsideOfRoots } from "../../agent/configuration/roots.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Actor } from "../../session/event.ts"
import { addressOf } from "../access/proxy.ts"
import { type Api, api } from "../contract/api.ts"
import { bodyLimit, type Endpoint, type Method } from "../contract/endpoint.ts"
import type { Handler, HandlerRequest, Handlers, OwnAnswer } from "../handler.ts"
import type { ServerContext } from "../server-context.ts"
import { HttpProblem, problemFor } from "./http-problem.ts"
import { bytesOf, jsonOf, wholeBody } from "./request-body.ts"

export type Env = {
  Bindings: HttpBindings
  Variables: {
    request: string
    by: Actor | undefined
    /** When each stage of the request ended. */
    stages: { access?: number; body?: number }
  }
}

/**
 * Mounts the endpoints with their handlers. Invalid requests are refused before a handler runs; what a handler throws
 * becomes a problem. Access was checked before: `by` is the caller.
 */
export function mount(app: Hono<Env>, server: ServerContext, handlers: Handlers<keyof Api>): void {
  for (const [route, endpoint] of Object.entries(api) as Array<[keyof Api, Endpoint]>) {
    const [method, path] = route.split(" ") as [Method, string]
    const handler = handlers[route] as Handler<Endpoint>
    app.on(method, path, async (context) => {
      const intent = {
        request: context.get("request"),
        by: context.get("by"),
        route,
        path: shortPath(context.req.path),
      }
      try {
        const answer = await handled(context, server, endpoint, handler)
        if (endpoint.intent) server.log.audit({ ...intent, answer })
        return answered(context, endpoint, answer)
      } catch (error) {
        if (endpoint.intent) server.log.audit({ ...intent, refused: problemFor(error, "").body.error.code })
        throw error
      }
    })
  }
  app.notFound((context) => {
    const path = shortPath(context.req.path)
    const known = Object.keys(api).some((route) => fits(route.slice(route.indexOf(" ") + 1), path))
    const error = known
      ? new HttpProblem("method-not-allowed", `${path} does not take ${context.req.method}. See /api/openapi.json.`)
      : new HttpProblem("no-such-route", `There is no route ${path}. See /api/openapi.json.`)
    return refused(context, error)
  })
  app.onError((error, context) => {
    const { status } = problemFor(error, "")
    if (status >= 500) server.log.error("request failed", { request: context.get("request"), error })
    return refused(context, error)
  })
}

async function handled(
  context: Context<Env>,
  server: ServerContext,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
): Promise<unknown> {
  if (!endpoint.open && !context.get("by")) {
    throw new HttpProblem(
      "unauthorized",
      "Sign in first: open the link that 'holdfast serve' printed, or send the token.",
    )
  }
  // Node drops the body of a HEAD response: a stream would stay open for nothing.
  if (endpoint.answer === "events" && context.req.method === "HEAD") {
    throw new HttpProblem("method-not-allowed", "A stream does not support HEAD.")
  }
  if (endpoint.intent && server.stopping()) {
    throw new HttpProblem("stopping", "The server is stopping. Nothing was accepted: try again in a moment.", {
      headers: { "retry-after": "2" },
    })
  }
  const given = {
    params: checked("path", endpoint.params, context.req.param()),
    query: checked("query", endpoint.query, onlyOnce(context)),
    body: await bodyOf(context, endpoint),
    request: askedOf(context, server, endpoint),
  }
  if (endpoint.workspace && server.roots.length > 0) {
    const { workspace } = await server.store.row((given.params as { id: string }).id)
    if (!(await isInRoots(server.roots, workspace))) throw outsideOfRoots(server.roots, workspace)
  }
  context.get("stages").body = performance.now()
  return handler(given as never)
}

function refused(context: Context<Env>, error: unknown): Response {
  const { status, body, headers } = problemFor(error, context.get("request") ?? randomUUID())
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": "application/json" } })
}

function answered(context: Context<Env>, endpoint: Endpoint, answer: unknown | OwnAnswer): Response {
  if (answer === "sent") return RESPONSE_ALREADY_SENT
  if (answer instanceof Response) return answer
  if (endpoint.answer === "nothing") return context.body(null, endpoint.status as 204)
  return context.json(answer as never, endpoint.status as 200)
}

function askedOf(context: Context<Env>, server: ServerContext, endpoint: Endpoint): HandlerRequest {
  const key = context.req.header("idempotency-key")
  if (key !== undefined && endpoint.intent === "without a key") {
    throw new HoldfastError("invalid", "This endpoint takes no Idempotency-Key: a repeated request is executed again.")
  }
  if (key !== undefined && (key.length < 1 || key.length > 256)) {
    throw new HoldfastError("invalid", "An Idempotency-Key must have 1 to 256 characters.")
  }
  return {
    id: context.get("request"),
    by: context.get("by"),
    key: endpoint.intent === true ? key : undefined,
    header: (name) => context.req.header(name),
    signal: context.req.raw.signal,
    bytes: () => bytesOf(context.env.incoming, endpoint.limit ?? bodyLimit),
    address: addressOf(context.env.incoming, server.access.hosts),
    node: context.env,
  }
}

async function bodyOf(context: Context<Env>, { body, limit }: Endpoint): Promise<unknown> {
  if (body === undefined || body === "bytes") return undefined
  const bytes = await wholeBody(context.env.incoming, limit ?? bodyLimit)
  const type = context.req.header("content-type") ?? ""
  if (bytes.length > 0 && !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new HttpProblem("unsupported-media", "The body must be JSON, with content-type application/json.")
  }
  return checked("body", body, jsonOf(bytes))
}

function checked(what: string, schema: z.ZodType | undefined, given: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new HoldfastError("invalid", `The ${what} is invalid: ${z.prettifyError(result.error)}`, {
    details: { issues: result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })) },
  })
}

// A repeated parameter is ambiguous: refuse it instead of picking the first.
function onlyOnce(context: Context<Env>): Record<string, string> {
  const queries = context.req.queries()
  const twice = Object.entries(queries).find(([, values]) => values.length > 1)
  if (twice) throw new HoldfastError("invalid", `The query has ${JSON.stringify(twice[0])} more than once.`)
  return context.req.query()
}

/** A path truncated for messages and logs. */
export function shortPath(path: string): string {
  return path.length > 1_000 ? `${path.slice(0, 1_000)}…` : path
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split("/")
  const given = path.split("/")
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(":") || part === given[at])
}
