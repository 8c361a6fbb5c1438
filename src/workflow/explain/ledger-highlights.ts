import type { LedgerItem } from "../../session/event/workflow.ts"

/** How many of each are named. */
const most = 2

/** What the work found out against what it started with. */
export function ledgerHighlights(ledger: readonly LedgerItem[]): string[] {
  return headings.flatMap(([status, heading]) => {
    const found = ledger.filter((item) => item.status === status).map(({ text }) => text)
    const more = found.length > most ? ` and ${found.length - most} more` : ""
    return found.length > 0 ? [`${heading}: ${found.slice(0, most).join(", ")}${more}`] : []
  })
}

const headings = [
  ["contradicted", "Contradicted assumptions"],
  ["changed", "Changed acceptance anchors"],
  ["reopened", "Reopened boundaries"],
] as const satisfies readonly (readonly [LedgerItem["status"], string])[]
