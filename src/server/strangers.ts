import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

type StrangerLimits = {
  /** Connections on which nobody has shown that they may come in. */
  strangers: number
  /** How long the body of a request of theirs may take. */
  strangerMs: number
}

/** The connections of those that are not known (yet): there is little that they may hold, so that others find room. */
export type Strangers = {
  /** Notes a connection; where there are too many, the oldest one is ended. */
  meet(socket: Socket): void
  /** Gives a request little time to arrive; returns how to take that back once it is known whose it is. */
  hurry(incoming: IncomingMessage, outgoing: ServerResponse): () => void
}

export function createStrangers(
  { strangers: most, strangerMs }: StrangerLimits,
  tooSlow: (socket: Socket) => void,
): Strangers {
  // In the order in which they came.
  const strangers = new Set<Socket>()
  return {
    meet(socket) {
      strangers.add(socket)
      socket.once("close", () => strangers.delete(socket))
      if (strangers.size <= most) return
      const [oldest] = strangers
      if (oldest) {
        strangers.delete(oldest)
        oldest.destroy()
      }
    },
    hurry(incoming, outgoing) {
      const { socket } = incoming
      const forget = hasBody(incoming) ? cutOff(incoming, outgoing) : () => undefined
      return () => {
        forget()
        strangers.delete(socket)
      }
    },
  }

  function cutOff(incoming: IncomingMessage, outgoing: ServerResponse): () => void {
    const { socket } = incoming
    const timer = setTimeout(() => {
      if (incoming.complete) return
      if (outgoing.headersSent) socket.destroy()
      else tooSlow(socket)
    }, strangerMs)
    timer.unref()
    // An answer may be given before all of the body has come, and the rest still takes the connection.
    incoming.once("close", () => incoming.complete && clearTimeout(timer))
    return () => clearTimeout(timer)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}
