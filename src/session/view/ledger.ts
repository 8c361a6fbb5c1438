import type { LedgerItem } from "../event/workflow.ts"
import type { BranchState } from "../state.ts"

/** The ledger by its three lists. */
export function ledger(branch: BranchState): Record<LedgerItem["list"], LedgerItem[]> {
  const of = (list: LedgerItem["list"]) => branch.ledger.filter((item) => item.list === list)
  return {
    assumptions: of("assumptions"),
    acceptanceAnchors: of("acceptanceAnchors"),
    decisionBoundaries: of("decisionBoundaries"),
  }
}
