/** The longest round of calls that is recognised when it is repeated. */
const longestRound = 4

/** Whether the newest calls are one round of calls, repeated more often than allowed, with the same results each time. */
export function isLoop(recent: readonly string[], repeats: number): boolean {
  for (let round = 1; round <= longestRound; round++) {
    const newest = recent.slice(-round * repeats)
    if (newest.length < round * repeats) return false
    if (newest.every((digest, index) => digest === newest[index % round])) return true
  }
  return false
}
