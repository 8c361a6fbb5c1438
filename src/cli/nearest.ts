/** The name that a mistyped word was most likely meant to be, if any is near enough. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, distance: distanceOf(word.toLowerCase(), name.toLowerCase()) }))
  const [best] = ranked.sort((a, b) => a.distance - b.distance)
  if (!best) return undefined
  const begins = word.length >= 2 ? names.find((name) => name.startsWith(word.toLowerCase())) : undefined
  return best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : begins
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function distanceOf(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          replaced,
          swapped ? (beforeLast[j - 2] ?? 0) + 1 : replaced,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
