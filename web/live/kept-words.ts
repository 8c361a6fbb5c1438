import { type Cell, cell } from "./cell.ts"

/** Where a browser keeps things. Each of these may throw: it is full, or told to keep nothing. */
export type Keeping = {
  keys(): readonly string[]
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Words that a person is writing somewhere else than in the box of a session, by their place. */
export type KeptWords = {
  at(place: string): Cell<string | null>
  /** Keeps words; null: they were sent, or are not wanted any more. */
  write(place: string, words: string | null): void
  /** The places that begin with this and have words. */
  places(beginning: string): readonly string[]
}

const prefix = "holdfast.words."

/** Keeps words through a component that goes away and through a reload, until they are sent; without a keeping, in memory. */
export function keptWords(keeping: Keeping): KeptWords {
  const known = new Map<string, Cell<string | null>>()
  const at = (place: string) => {
    const words = known.get(place) ?? cell(tried(() => keeping.get(prefix + place)) ?? null)
    known.set(place, words)
    return words
  }
  return {
    at,
    write(place, words) {
      at(place).set(words)
      tried(() => (words === null ? keeping.remove(prefix + place) : keeping.set(prefix + place, words)))
    },
    places(beginning) {
      const kept = tried(() => keeping.keys()) ?? []
      const all = new Set([
        ...known.keys(),
        ...kept.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
      ])
      return [...all].filter((place) => place.startsWith(beginning) && at(place).get() !== null)
    },
  }
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // The browser keeps nothing: what is in memory has to do.
    return undefined
  }
}
