import { type Cell, cell } from "./cell.ts"

/** A value that this browser remembers; `read` makes it from what was kept, and gives the first one where that is of no use. */
export function remembered<T>(place: string, read: (kept: unknown) => T): Cell<T> {
  const value = cell(read(kept(place)))
  value.subscribe(() => remember(place, JSON.stringify(value.get())))
  // Another tab of this browser changed it.
  addEventListener("storage", ({ key }) => key === place && value.set(read(kept(place))))
  return value
}

/** Keeps a text in this browser; where it keeps nothing, it counts for as long as the page is there. */
export function remember(place: string, text: string): void {
  try {
    localStorage.setItem(place, text)
  } catch {
    // It is full, or told not to: that is no reason to not do what the person asked for.
  }
}

/** The text that this browser keeps at a place. */
export function textAt(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

/** One of some words, or the first of them. */
export function oneOf<const T extends string>(words: readonly [T, ...T[]]): (kept: unknown) => T {
  return (kept) => words.find((word) => word === kept) ?? words[0]
}

function kept(place: string): unknown {
  const text = textAt(place)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    // Somebody wrote it by hand: it may be a plain word.
    return text
  }
}
