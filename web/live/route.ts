import { cell, useCell } from "./cell.ts"

/** What the page shows: a session, at an event of it where one is named, or none. */
export type Route = { session: string | null; seq: number | null }

const route = cell<Route>(read(location))
addEventListener("popstate", () => route.set(read(location)))

/** Where the page is. */
export function useRoute(): Route {
  return useCell(route)
}

/** Where the page is, outside of components. */
export const routeNow = (): Route => route.get()

/** Goes somewhere else; `replace` leaves no step to go back to. */
export function go(to: Partial<Route>, { replace = false }: { replace?: boolean } = {}): void {
  const next: Route = { session: to.session ?? null, seq: to.seq ?? null }
  const now = route.get()
  if (now.session === next.session && now.seq === next.seq) return
  if (replace) history.replaceState(null, "", hrefOf(next))
  else history.pushState(null, "", hrefOf(next))
  route.set(next)
}

/** The address of a place. */
export function hrefOf({ session, seq }: Partial<Route>): string {
  if (!session) return "/"
  return `/sessions/${encodeURIComponent(session)}${seq ? `#${seq}` : ""}`
}

function read({ pathname, hash }: Location): Route {
  const session = /^\/sessions\/([^/]+)$/.exec(pathname)?.[1]
  const seq = /^#(\d+)$/.exec(hash)?.[1]
  return { session: session ? decoded(session) : null, seq: seq ? Number(seq) : null }
}

// An address that somebody mistyped names a session that is not there: the page says so.
function decoded(session: string): string {
  try {
    return decodeURIComponent(session)
  } catch {
    return session
  }
}
