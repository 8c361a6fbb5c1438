import type { Letter } from "./letters.ts"
import { newId } from "./new-id.ts"

/** One place for each letter: tabs that write at the same time cannot overwrite what another one wrote. */
const place = "holdfast.letter."
const tabPlace = "holdfast.tab"

/** The name of this tab; it outlives a reload. */
export const thisTab = nameOfTab()

/** Keeps a letter in this browser; false where it does not keep anything: it is full, or told not to. */
export function keep(letter: Letter): boolean {
  try {
    localStorage.setItem(place + letter.key, JSON.stringify(letter))
    return true
  } catch {
    return false
  }
}

/** Forgets a letter. */
export function unkeep(key: string): void {
  try {
    localStorage.removeItem(place + key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Every letter that this browser keeps. */
export function keptLetters(): readonly Letter[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(place))
      .flatMap((key) => letterIn(localStorage.getItem(key)) ?? [])
  } catch {
    return []
  }
}

/** What another tab did to a letter, from the event that says so; null for one that is gone. */
export function letterTold({ key, newValue }: StorageEvent): { key: string; letter: Letter | null } | null {
  if (!key?.startsWith(place)) return null
  return { key: key.slice(place.length), letter: letterIn(newValue) }
}

function letterIn(text: string | null): Letter | null {
  if (text === null) return null
  try {
    const letter = JSON.parse(text) as Letter
    return typeof letter.key === "string" && typeof letter.order === "number" ? letter : null
  } catch {
    // Not written by us.
    return null
  }
}

function nameOfTab(): string {
  try {
    const known = sessionStorage.getItem(tabPlace) ?? newId()
    sessionStorage.setItem(tabPlace, known)
    return known
  } catch {
    return newId()
  }
}
