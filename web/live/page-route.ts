import { cell, useCell } from "./cell.ts"

/** What the page shows: a session, optionally at an event, or none. */
export type Route = { session: string | null; seq: number | null }

const route = cell<Route>(read(location))
addEventListener("popstate", () => route.set(read(location)))

export function useRoute(): Route {
  return useCell(route)
}

/** The current route, outside of components. */
export const routeNow = (): Route => route.get()

/** Navigates; `replace` adds no history entry. */
export function go(to: Partial<Route>, { replace = false }: { replace?: boolean } = {}): void {
  const next: Route = { session: to.session ?? null, seq: to.seq ?? null }
  const now = route.get()
  if (now.session === next.session && now.seq === next.seq) return
  if (replace) history.replaceState(null, "", hrefOf(next))
  else history.pushState(null, "", hrefOf(next))
  route.set(next)
}

/** The URL of a route. */
export function hrefOf({ session, seq }: Partial<Route>): string {
  if (!session) return "/"
  return `/sessions/${encodeURIComponent(session)}${seq ? `#${seq}` : ""}`
}

function read({ pathname, hash }: Location): Route {
  const session = /^\/sessions\/([^/]+)$/.exec(pathname)?.[1]
  const seq = /^#(\d+)$/.exec(hash)?.[1]
  return { session: session ? decoded(session) : null, seq: seq ? Number(seq) : null }
}

// A mistyped URL names a session that does not exist, and the page says so.
function decoded(session: string): string {
  try {
    return decodeURIComponent(session)
  } catch {
    return session
  }
}
