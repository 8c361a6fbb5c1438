import { createServer, type Server } from "node:http"
import type { Socket } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { createApp } from "./app.ts"
import { statusOf } from "./contract/problem.ts"
import type { House } from "./house.ts"
import { refusalHeaders } from "./security-headers.ts"
import { createStrangers } from "./strangers.ts"

/** What a connection may take. Streams have no end of their own: the time is that of a request, not of its answer. */
export const httpLimits = {
  /** A stream names many sessions and a cursor over them. */
  headerBytes: 96 * 1024,
  headers: 100,
  headersMs: 10_000,
  /** An import may be large, and a phone may be slow. */
  requestMs: 10 * 60_000,
  checkEveryMs: 2_000,
  /** Longer than proxies keep theirs: else one sends a request into a connection that is being closed. */
  keepAliveMs: 75_000,
  connections: 4_000,
  /** Of them, those on which nobody has shown that they may come in: others find room beside them. */
  strangers: 1_000,
  /** A login is small. */
  strangerMs: 10_000,
}

/** The server of Node around the app, with its limits; it does not listen yet. */
export function createHttpServer(house: House, limits: typeof httpLimits = httpLimits): Server {
  const slow: NodeJS.ErrnoException = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" })
  const strangers = createStrangers(limits, (socket) => refuse(slow, socket))
  const listener = getRequestListener(createApp(house, strangers).fetch as never, {
    errorHandler: (error) => {
      house.log.debug("request that cannot be read", { error })
      return new Response(problemText("invalid", "The request cannot be read."), {
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
  server.on("connection", strangers.meet)
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket))
  return server
}

const problemHeaders = { ...refusalHeaders, "content-type": "application/json", connection: "close" } as const

const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
}

// What Node cannot read has no request to answer: the answer is written by hand, and the connection ends.
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET" || error.code === "EPIPE") return void socket.destroy()
  const [status, message] = refusals[error.code ?? ""] ?? [
    `${statusOf.invalid} Bad Request`,
    "This is no HTTP request.",
  ]
  const body = problemText("invalid", message)
  const headers = Object.entries({ ...problemHeaders, "content-length": body.length })
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n"))
  // Else it would be open for as long as the other side likes.
  socket.destroySoon()
}

const problemText = (code: "invalid", message: string) => JSON.stringify({ error: { code, message, request: "" } })
