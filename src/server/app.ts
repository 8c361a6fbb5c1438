import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { type Context, Hono, type Next } from "hono"
import { cookieFor } from "./access/cookie.ts"
import { checkHost, checkOrigin } from "./access/guard.ts"
import { cameByHttps } from "./access/proxy.ts"
import { allHandlers } from "./handlers.ts"
import type { House } from "./house.ts"
import { type Env, mount, shortPath } from "./mount.ts"
import { mountPages } from "./pages.ts"
import { dataType, setSecurityHeaders } from "./security-headers.ts"
import type { Strangers } from "./strangers.ts"
import { mountWeb } from "./web-pages.ts"

/** From when on a request is slow. */
const slowMs = 200

/** The whole HTTP face: who asks is known and checked before any route is reached, and every answer has its headers. */
export function createApp(house: House, strangers: Pick<Strangers, "hurry">): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const request = randomUUID()
    context.set("request", request)
    context.set("stages", {})
    setSecurityHeaders(context.env.outgoing, { path: context.req.path, request })
    await timed(context, house, next)
    harmless(context)
  })
  app.use(async (context, next) => {
    const { incoming, outgoing } = context.env
    const { access } = house
    const header = (name: string) => context.req.header(name)
    const isKnown = strangers.hurry(incoming, outgoing)
    checkHost(incoming, access.hosts)
    const visitor = await access.identify({ header })
    if (visitor) isKnown()
    // The path that the router takes, which may be spelled otherwise in the request.
    checkOrigin(incoming, { came: visitor?.came, path: context.req.path }, access.hosts)
    context.set("by", visitor?.by)
    if (visitor?.renewed) {
      outgoing.setHeader("set-cookie", cookieFor(visitor.renewed, { secure: cameByHttps(header, access.hosts) }))
    }
    if (visitor?.login) {
      // A stream outlives the request that opened it: it must not outlive the login as well.
      const forget = access.whenEnded(visitor.login, () => isStream(outgoing) && outgoing.destroy())
      outgoing.once("close", forget)
    }
    context.get("stages").access = performance.now()
    await next()
  })
  mountPages(app, house.access)
  mountWeb(app, house.web)
  mount(app, house, allHandlers(house))
  return app
}

function harmless(context: Context<Env>): void {
  if (!context.req.path.startsWith("/api/") || context.env.outgoing.headersSent) return
  const type = context.res.headers.get("content-type")
  if (type !== null && dataType(type) !== type) context.res.headers.set("content-type", dataType(type))
}

function isStream(outgoing: ServerResponse): boolean {
  return String(outgoing.getHeader("content-type") ?? "").startsWith("text/event-stream")
}

async function timed(context: Context<Env>, house: House, next: Next): Promise<void> {
  const begun = performance.now()
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
    ms: Math.round(ended - begun),
  }
  if (facts.ms <= slowMs || isStream(outgoing)) return house.log.debug("request", facts)
  const stages = [
    { name: "access", ms: access - begun },
    { name: "body", ms: Math.max(0, body - access) },
    { name: "handler", ms: Math.max(0, ended - body) },
  ]
  const slowest = stages.reduce((one, other) => (other.ms > one.ms ? other : one))
  house.log.warn("slow request", { ...facts, stage: slowest.name })
}
