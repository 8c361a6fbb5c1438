import { type Cell, cell } from "./cell.ts"

/** A value remembered in this browser; `read` parses the stored text and falls back to the default. */
export function remembered<T>(place: string, read: (kept: unknown) => T): Cell<T> {
  const value = cell(read(kept(place)))
  value.subscribe(() => remember(place, JSON.stringify(value.get())))
  // Changed in another tab.
  addEventListener("storage", ({ key }) => key === place && value.set(read(kept(place))))
  return value
}

/** Stores a text in this browser; if storage is blocked, only for the life of the page. */
export function remember(place: string, text: string): void {
  try {
    localStorage.setItem(place, text)
  } catch {
    // Full or blocked: the setting still applies on this page.
  }
}

export function textAt(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

/** A parser for one of some words; the first is the default. */
export function oneOf<const T extends string>(words: readonly [T, ...T[]]): (kept: unknown) => T {
  return (kept) => words.find((word) => word === kept) ?? words[0]
}

function kept(place: string): unknown {
  const text = textAt(place)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    // Edited by hand: it may not be JSON.
    return text
  }
}
