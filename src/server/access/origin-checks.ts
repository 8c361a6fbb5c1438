import type { IncomingMessage } from "node:http"
import { HttpProblem } from "../http/http-problem.ts"
import { type Hosts, isOwnHost, isOwnOrigin } from "./hosts.ts"

/** Refuses requests whose `Host` is not ours, before anything else is looked at. */
export function checkHost(incoming: IncomingMessage, hosts: Hosts): void {
  const named = incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length
  const { localPort: port, localAddress: address } = incoming.socket
  const isOwn = named === 1 && isOwnHost(incoming.headers.host, { port, address }, hosts)
  // An absolute-form target carries its own host, which may differ from the header.
  if (isOwn && incoming.url?.startsWith("/")) return
  throw new HttpProblem(
    "forbidden",
    "This server does not accept that host name. Use the address that 'holdfast serve' printed, or add the name with --allow-host.",
  )
}

/**
 * Refuses cross-origin requests. Browsers attach the cookie by themselves, so a change made with it must prove its
 * origin.
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
  // A page with a no-referrer policy posts its forms with the origin "null"; Sec-Fetch-Site still identifies it.
  const isOwn =
    origin === "null" ? fromOwnPage : origin !== undefined && isOwnOrigin(origin, { host, forwarded }, hosts)
  if (origin !== undefined && !isOwn) throw foreign()
  if (came !== "cookie") return
  const isSafe = incoming.method === "GET" || incoming.method === "HEAD"
  if (!isSafe && !isOwn && !fromOwnPage) throw foreign()
  if (path.startsWith("/api/") && (site === "cross-site" || site === "same-site")) throw foreign()
}

function foreign(): HttpProblem {
  return new HttpProblem(
    "forbidden",
    "This request comes from a page of another origin. Open Holdfast itself and try again there.",
  )
}
