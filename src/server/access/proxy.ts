import type { IncomingMessage } from "node:http"
import { type Hosts, isLoopback } from "./hosts.ts"

// Anyone can send these headers: they are trusted only where --allow-host says that a proxy is in front.

/** Whether the browser used https, to us or to the proxy in front of us. */
export function cameByHttps(header: (name: string) => string | undefined, { allowed }: Hosts): boolean {
  return allowed.length > 0 && header("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https"
}

/** The client's address; behind a proxy on this machine, the one that the proxy reports. */
export function addressOf(incoming: IncomingMessage, { allowed }: Hosts): string {
  const peer = (incoming.socket.remoteAddress ?? "").replace(/^::ffff:/i, "")
  if (allowed.length === 0 || !isLoopback(peer)) return peer
  const forwarded = String(incoming.headers["x-forwarded-for"] ?? "")
  return (forwarded.split(",").at(-1)?.trim() || peer).slice(0, 64)
}
