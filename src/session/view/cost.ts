import type { Totals } from "../state.ts"

/** What the calls cost, in US dollars; null where that is not known of all of them. */
export function costOf({ cost, unpriced }: Pick<Totals, "cost" | "unpriced">): number | null {
  return unpriced > 0 ? null : cost
}
