import { type Cell, cell } from "./cell.ts"

/** The parts of Web Storage used here. Any call may throw: full or blocked. */
export type Keeping = {
  keys(): readonly string[]
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Unsent words outside of the composer, by place. */
export type KeptWords = {
  at(place: string): Cell<string | null>
  /** Saves words; null removes them. */
  write(place: string, words: string | null): void
  /** The places with words that have this prefix. */
  places(beginning: string): readonly string[]
}

const prefix = "holdfast.words."

/** Keeps words across unmounts and reloads until they are sent; in memory if storage is blocked. */
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
    // Storage is blocked: memory has to do.
    return undefined
  }
}
