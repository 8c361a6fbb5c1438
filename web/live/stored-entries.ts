import { newId } from "./new-id.ts"
import type { OutboxEntry } from "./outbox-entries.ts"

// One storage key per entry, so that tabs cannot overwrite each other's. The prefix must stay, for entries of earlier
// versions.
const entryPrefix = "holdfast.letter."
const tabKey = "holdfast.tab"

/** This tab's id, stable across reloads. */
export const thisTab = nameOfTab()

/** Stores an entry in this browser; false if storage is full or blocked. */
export function storeEntry(entry: OutboxEntry): boolean {
  try {
    localStorage.setItem(entryPrefix + entry.key, JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}

export function removeEntry(key: string): void {
  try {
    localStorage.removeItem(entryPrefix + key)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

/** All entries stored in this browser. */
export function storedEntries(): readonly OutboxEntry[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(entryPrefix))
      .flatMap((key) => entryIn(localStorage.getItem(key)) ?? [])
  } catch {
    return []
  }
}

/** The change of an entry by another tab, from its storage event; entry null if it was removed. */
export function entryFromStorage({ key, newValue }: StorageEvent): { key: string; entry: OutboxEntry | null } | null {
  if (!key?.startsWith(entryPrefix)) return null
  return { key: key.slice(entryPrefix.length), entry: entryIn(newValue) }
}

function entryIn(text: string | null): OutboxEntry | null {
  if (text === null) return null
  try {
    const entry = JSON.parse(text) as OutboxEntry
    return typeof entry.key === "string" && typeof entry.order === "number" ? entry : null
  } catch {
    // Not written by us.
    return null
  }
}

function nameOfTab(): string {
  try {
    const known = sessionStorage.getItem(tabKey) ?? newId()
    sessionStorage.setItem(tabKey, known)
    return known
  } catch {
    return newId()
  }
}
