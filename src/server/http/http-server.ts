import { createServer, type Server } from "node:http"
import type { Socket } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { createApp } from "../app.ts"
import { statusOf } from "../contract/problem.ts"
import type { ServerContext } from "../server-context.ts"
import { refusalHeaders } from "./security-headers.ts"
import { trackUnauthenticated } from "./unauthenticated-connections.ts"

/** Limits of connections. Streams never time out: the times are for requests, not responses. */
export const httpLimits = {
  /** A stream request carries many session ids and a cursor. */
  headerBytes: 96 * 1024,
  headers: 100,
  headersMs: 10_000,
  /** An import may be large, and a phone may be slow. */
  requestMs: 10 * 60_000,
  checkEveryMs: 2_000,
  /** Longer than proxies keep theirs, or they would send requests into a connection that is closing. */
  keepAliveMs: 75_000,
  connections: 4_000,
  /** Of these, connections that have not signed in yet: they must not use up the rest. */
  unauthenticated: 1_000,
  unauthenticatedMs: 10_000,
}

/** Node's HTTP server around the app, with limits; not listening yet. */
export function createHttpServer(context: ServerContext, limits: typeof httpLimits = httpLimits): Server {
  const slow: NodeJS.ErrnoException = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" })
  const unauthenticated = trackUnauthenticated(limits, (socket) => refuse(slow, socket))
  const listener = getRequestListener(createApp(context, unauthenticated).fetch as never, {
    errorHandler: (error) => {
      context.log.debug("malformed request", { error })
      return new Response(problemText("invalid", "The request is malformed."), {
        status: 400,
        headers: problemHeaders,
      })
    },
  })
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.keepAliveMs,
      noDelay: true,
    },
    listener,
  )
  server.maxConnections = limits.connections
  server.maxHeadersCount = limits.headers
  server.on("connection", unauthenticated.track)
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket))
  return server
}

const problemHeaders = { ...refusalHeaders, "content-type": "application/json", connection: "close" } as const

const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
}

// A malformed request reaches no handler: write the response by hand and close the connection.
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET" || error.code === "EPIPE") return void socket.destroy()
  const [status, message] = refusals[error.code ?? ""] ?? [
    `${statusOf.invalid} Bad Request`,
    "This is not an HTTP request.",
  ]
  const body = problemText("invalid", message)
  const headers = Object.entries({ ...problemHeaders, "content-length": body.length })
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n"))
  // Otherwise the peer decides how long the connection stays open.
  socket.destroySoon()
}

const problemText = (code: "invalid", message: string) => JSON.stringify({ error: { code, message, request: "" } })
