import type { Totals } from "../state.ts"

/** Totals with a cost that is null where it is not known of all calls: what programs are given. */
export function withKnownCost(totals: Totals): Omit<Totals, "cost"> & { cost: number | null } {
  return { ...totals, cost: costOf(totals) }
}

/** What the calls cost, in US dollars; null where that is not known of all of them. */
export function costOf({ cost, unpriced }: Pick<Totals, "cost" | "unpriced">): number | null {
  return unpriced > 0 ? null : cost
}
