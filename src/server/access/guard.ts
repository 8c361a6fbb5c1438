import type { IncomingMessage } from "node:http"
import { HttpProblem } from "../http-problem.ts"
import { type Hosts, isOwnHost, isOwnOrigin } from "./hosts.ts"

/** Refuses what was not sent to this server by name: before anything else. */
export function checkHost(incoming: IncomingMessage, hosts: Hosts): void {
  const named = incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length
  const { localPort: port, localAddress: address } = incoming.socket
  const isOwn = named === 1 && isOwnHost(incoming.headers.host, { port, address }, hosts)
  // A target that is a whole URL has a host of its own, which may be another one.
  if (isOwn && incoming.url?.startsWith("/")) return
  throw new HttpProblem(
    "forbidden",
    "This server does not go by that name. Use the address that 'holdfast serve' printed, or add the name with --allow-host.",
  )
}

/**
 * Refuses what a page of another origin makes a browser send. A page cannot add an `Authorization` of ours; the cookie is
 * sent by the browser itself, so with it a change must say where it comes from.
 */
export function checkOrigin(
  incoming: IncomingMessage,
  { came, path }: { came: "cookie" | "token" | undefined; path: string },
  hosts: Hosts,
): void {
  const { origin, host, "sec-fetch-site": site } = incoming.headers
  const forwarded = String(incoming.headers["x-forwarded-host"] ?? "")
    .split(",")
    .at(-1)
    ?.trim()
  const fromOwnPage = site === "same-origin"
  // Where a page hides its address, a form of it has the origin "null": the browser still tells whose it is.
  const isOwn =
    origin === "null" ? fromOwnPage : origin !== undefined && isOwnOrigin(origin, { host, forwarded }, hosts)
  if (origin !== undefined && !isOwn) throw foreign()
  if (came !== "cookie") return
  const isSafe = incoming.method === "GET" || incoming.method === "HEAD"
  if (!isSafe && !isOwn && !fromOwnPage) throw foreign()
  if (path.startsWith("/api/") && (site === "cross-site" || site === "same-site")) throw foreign()
}

function foreign(): HttpProblem {
  return new HttpProblem("forbidden", "This comes from a page of another origin. Open Holdfast itself and do it there.")
}
