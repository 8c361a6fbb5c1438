/** What half of the values, 99 of 100, and all of them do not exceed. */
export type Spread = { p50: number; p99: number; max: number }

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
