import type { LogState } from "./state.ts"

/** Beyond `mostTokens` no model gets better and all get slower; what `share` leaves of the window is for the answer. */
const budget = { mostTokens: 100_000, share: 0.75 } as const

/** From how many tokens on the context is made smaller. */
export function threshold(window: number | null): number {
  return window === null ? budget.mostTokens : Math.min(budget.mostTokens, Math.floor(budget.share * window))
}

/** By how much our estimate may be off. A server that counts less than that leaves out what it had cached. */
const bounds = { least: 0.5, most: 3 } as const

/** What an estimate is to be multiplied with to be what this model's server counts; 1 as long as it has not said. */
export function calibrationOf(context: LogState["context"], model?: string): number {
  if (!context?.estimated || !context.counted) return 1
  if (model !== undefined && context.model !== model) return 1
  const ratio = context.counted / context.estimated
  return ratio < bounds.least ? 1 : Math.min(bounds.most, ratio)
}
