import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { type Context, Hono, type Next } from "hono"
import { cookieFor } from "./access/cookie.ts"
import { checkHost, checkOrigin } from "./access/origin-checks.ts"
import { cameByHttps } from "./access/proxy.ts"
import { allHandlers } from "./handlers.ts"
import { type Env, mount, shortPath } from "./http/mount-endpoints.ts"
import { dataType, setSecurityHeaders } from "./http/security-headers.ts"
import { mountPages } from "./http/sign-in-pages.ts"
import type { UnauthenticatedConnections } from "./http/unauthenticated-connections.ts"
import { mountWeb } from "./http/web-app.ts"
import type { ServerContext } from "./server-context.ts"

const slowMs = 200

/** The HTTP app: identifies and checks the caller before any route, and sets the security headers of every response. */
export function createApp(
  server: ServerContext,
  connections: Pick<UnauthenticatedConnections, "limitBody">,
): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const request = randomUUID()
    context.set("request", request)
    context.set("stages", {})
    setSecurityHeaders(context.env.outgoing, { path: context.req.path, request })
    await timed(context, server, next)
    forceDataType(context)
  })
  app.use(async (context, next) => {
    const { incoming, outgoing } = context.env
    const { access } = server
    const header = (name: string) => context.req.header(name)
    const isKnown = connections.limitBody(incoming, outgoing)
    checkHost(incoming, access.hosts)
    const visitor = await access.identify({ header })
    if (visitor) isKnown()
    // Use the router's path: the request may spell the same path differently.
    checkOrigin(incoming, { came: visitor?.came, path: context.req.path }, access.hosts)
    context.set("by", visitor?.by)
    if (visitor?.renewed) {
      outgoing.setHeader("set-cookie", cookieFor(visitor.renewed, { secure: cameByHttps(header, access.hosts) }))
    }
    if (visitor?.login) {
      // A stream stays open after its request was authorized: end it when the login ends.
      const forget = access.whenEnded(visitor.login, () => isStream(outgoing) && outgoing.destroy())
      outgoing.once("close", forget)
    }
    context.get("stages").access = performance.now()
    await next()
  })
  mountPages(app, server.access)
  mountWeb(app, server.web)
  mount(app, server, allHandlers(server))
  return app
}

function forceDataType(context: Context<Env>): void {
  if (!context.req.path.startsWith("/api/") || context.env.outgoing.headersSent) return
  const type = context.res.headers.get("content-type")
  if (type !== null && dataType(type) !== type) context.res.headers.set("content-type", dataType(type))
}

function isStream(outgoing: ServerResponse): boolean {
  return String(outgoing.getHeader("content-type") ?? "").startsWith("text/event-stream")
}

async function timed(context: Context<Env>, server: ServerContext, next: Next): Promise<void> {
  const startedAt = performance.now()
  await next()
  const ended = performance.now()
  const { outgoing } = context.env
  const { access = ended, body = ended } = context.get("stages")
  const facts = {
    request: context.get("request"),
    method: context.req.method,
    path: shortPath(context.req.path),
    query: Object.keys(context.req.query()).slice(0, 20),
    status: outgoing.headersSent ? outgoing.statusCode : context.res.status,
    ms: Math.round(ended - startedAt),
  }
  if (facts.ms <= slowMs || isStream(outgoing)) return server.log.debug("request", facts)
  const stages = [
    { name: "access", ms: access - startedAt },
    { name: "body", ms: Math.max(0, body - access) },
    { name: "handler", ms: Math.max(0, ended - body) },
  ]
  const slowest = stages.reduce((one, other) => (other.ms > one.ms ? other : one))
  server.log.warn("slow request", { ...facts, stage: slowest.name })
}
