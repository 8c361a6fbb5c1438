import type { ComponentProps, MouseEvent } from "react"
import { go, hrefOf, type Route } from "../live/page-route.ts"

/** A client-side link; modified clicks behave as usual. */
export function PageLink({ to, onClick, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: Partial<Route> }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}
