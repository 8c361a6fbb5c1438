import type { KeyboardEvent } from "react"
import { movedTo } from "./list-navigation.ts"
import { searchText } from "./pane-state.ts"

export const resultsId = "search-results"

/** Focuses the first search result, or else the list; returns whether there was a result. */
export function focusFirst(): boolean {
  const first =
    document.querySelector<HTMLElement>(`#${resultsId} a`) ??
    document.querySelector<HTMLElement>('[data-session][tabindex="0"]')
  first?.focus()
  return first !== null
}

/** Keys of the results: arrows, j and k move; Escape clears the search and returns to the field. */
export function onResultKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const field = document.querySelector<HTMLElement>("nav input[type=search]")
  if (event.key === "Escape") {
    event.preventDefault()
    event.stopPropagation()
    searchText.set("")
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
