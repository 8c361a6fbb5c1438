import type { IncomingMessage } from "node:http"
import { type Hosts, isLoopback } from "./hosts.ts"

// Anybody can write these headers. They are believed where a person said that a proxy is in front of the server.

/** Whether the browser spoke https, to us or to the proxy in front of us. */
export function cameByHttps(header: (name: string) => string | undefined, { allowed }: Hosts): boolean {
  return allowed.length > 0 && header("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https"
}

/** Where a request came from; behind a proxy on this machine, where the proxy says that it came from. */
export function addressOf(incoming: IncomingMessage, { allowed }: Hosts): string {
  const peer = (incoming.socket.remoteAddress ?? "").replace(/^::ffff:/i, "")
  if (allowed.length === 0 || !isLoopback(peer)) return peer
  const forwarded = String(incoming.headers["x-forwarded-for"] ?? "")
  return (forwarded.split(",").at(-1)?.trim() || peer).slice(0, 64)
}
