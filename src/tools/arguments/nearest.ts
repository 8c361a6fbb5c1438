import { wordDistance } from "./word-distance.ts"

/** The name that a mistyped word was most likely meant to be, if any is near enough. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, distance: wordDistance(word.toLowerCase(), name.toLowerCase()) }))
  const [best] = ranked.sort((a, b) => a.distance - b.distance)
  if (!best) return undefined
  const begins = word.length >= 2 ? names.find((name) => name.startsWith(word.toLowerCase())) : undefined
  return best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : begins
}
