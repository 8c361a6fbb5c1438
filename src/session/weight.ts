import type { LedgerItem } from "./event/workflow.ts"
import type { Input } from "./state.ts"

/** How much text a waiting input holds, in UTF-16 units. */
export function inputWeight({ text, attachments }: Pick<Input, "text" | "attachments">): number {
  return attachments.reduce((sum, { name, mediaType = "" }) => sum + name.length + mediaType.length, text.length)
}

/** How much text a ledger item holds, in UTF-16 units. */
export function ledgerWeight({ id, text, introducedPhase, updatedPhase = "", evidence = [] }: LedgerItem): number {
  const own = id.length + text.length + introducedPhase.length + updatedPhase.length
  return evidence.reduce((sum, piece) => sum + piece.length, own)
}

export function weightOfAll<T>(items: readonly T[], weightOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + weightOf(item), 0)
}

/** The first of the items, as far as they fit together: what was legal always does, a foreign log may hold more. */
export function firstWithin<T>(items: readonly T[], weightOf: (item: T) => number, limit: number): readonly T[] {
  let weight = 0
  const end = items.findIndex((item) => {
    weight += weightOf(item)
    return weight > limit
  })
  return end < 0 ? items : items.slice(0, end)
}
