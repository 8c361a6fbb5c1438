import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

type UnauthenticatedLimits = {
  /** The most connections without a sign-in. */
  unauthenticated: number
  /** How long the body of a request on one of them may take. */
  unauthenticatedMs: number
}

/** Limits connections that have not signed in yet, so that they cannot crowd out the others. */
export type UnauthenticatedConnections = {
  /** Adds a connection; beyond the limit the oldest is closed. */
  track(socket: Socket): void
  /** Limits the time for a request's body; call the result once the caller is identified. */
  limitBody(incoming: IncomingMessage, outgoing: ServerResponse): () => void
}

export function trackUnauthenticated(
  { unauthenticated: maxConnections, unauthenticatedMs }: UnauthenticatedLimits,
  tooSlow: (socket: Socket) => void,
): UnauthenticatedConnections {
  // Oldest first.
  const connections = new Set<Socket>()
  return {
    track(socket) {
      connections.add(socket)
      socket.once("close", () => connections.delete(socket))
      if (connections.size <= maxConnections) return
      const [oldest] = connections
      if (oldest) {
        connections.delete(oldest)
        oldest.destroy()
      }
    },
    limitBody(incoming, outgoing) {
      const { socket } = incoming
      const forget = hasBody(incoming) ? startTimeout(incoming, outgoing) : () => undefined
      return () => {
        forget()
        connections.delete(socket)
      }
    },
  }

  function startTimeout(incoming: IncomingMessage, outgoing: ServerResponse): () => void {
    const { socket } = incoming
    const timer = setTimeout(() => {
      if (incoming.complete) return
      if (outgoing.headersSent) socket.destroy()
      else tooSlow(socket)
    }, unauthenticatedMs)
    timer.unref()
    // The response may be sent before the whole body has arrived; the rest still occupies the connection.
    incoming.once("close", () => incoming.complete && clearTimeout(timer))
    return () => clearTimeout(timer)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}
