import type { KeyboardEvent } from "react"
import { movedTo } from "./list-keys.ts"
import { sought } from "./pane-state.ts"

/** What the results of a search are found by. */
export const resultsId = "search-results"

/** Goes to the first result of the search, or else into the list. Whether there is one. */
export function focusFirst(): boolean {
  const first =
    document.querySelector<HTMLElement>(`#${resultsId} a`) ??
    document.querySelector<HTMLElement>('[data-session][tabindex="0"]')
  first?.focus()
  return first !== null
}

/** The keys of the results: arrows, j and k move; Escape ends the search and goes back to the field. */
export function onResultKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const field = document.querySelector<HTMLElement>("nav input[type=search]")
  if (event.key === "Escape") {
    event.preventDefault()
    event.stopPropagation()
    sought.set("")
    field?.focus()
    return
  }
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  if (event.key === "ArrowUp" && at === 0) {
    event.preventDefault()
    field?.focus()
    return
  }
  const to = movedTo(
    event.key,
    String(at),
    links.map((_, n) => String(n)),
  )
  if (to === null) return
  event.preventDefault()
  event.stopPropagation()
  links[Number(to)]?.focus()
}
