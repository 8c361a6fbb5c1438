import type { LedgerItem } from "../session/event/workflow.ts"
import { limits } from "../session/limits.ts"
import type { Brief } from "./clarify/brief.ts"
import type { Plan } from "./plan/plan.ts"
import { sameText } from "./text.ts"

type List = LedgerItem["list"]
type Status = LedgerItem["status"]

/** What the ledger is seeded from. */
export type LedgerSource =
  | { brief: Pick<Brief, "assumptions" | "acceptanceCriteria" | "decisionBoundaries"> }
  | { plan: Pick<Plan, "criteria"> }

/** The status of an item when it enters its list. */
const seeded = {
  assumptions: "open",
  acceptanceAnchors: "active",
  decisionBoundaries: "tracked",
} as const satisfies Record<List, Status>

/** The items that a brief or a plan adds; one that is there already only gets the phase. Only what changed. */
export function seedLedger(
  ledger: readonly LedgerItem[],
  from: LedgerSource,
  phase: string,
  newId: () => string,
): LedgerItem[] {
  const after = seedsOf(from).reduce<readonly LedgerItem[]>((items, [list, text]) => {
    const known = items.find((item) => item.list === list && sameText(item.text, text))
    if (known) return withItem(items, { ...known, updatedPhase: phase })
    return withItem(items, { id: newId(), list, text, status: seeded[list], introducedPhase: phase })
  }, ledger)
  return changedSince(ledger, after)
}

function seedsOf(from: LedgerSource): [List, string][] {
  const of = (list: List, texts: readonly string[]) =>
    texts.map((text): [List, string] => [list, text.trim().slice(0, limits.note)])
  if ("plan" in from) return of("acceptanceAnchors", from.plan.criteria).filter(isSaid)
  const { brief } = from
  return [
    ...of("assumptions", brief.assumptions),
    ...of("acceptanceAnchors", brief.acceptanceCriteria),
    ...of("decisionBoundaries", brief.decisionBoundaries),
  ].filter(isSaid)
}

const isSaid = ([, text]: [List, string]) => text !== ""

/** The ledger with one item put in its place, or at the end. */
function withItem(ledger: readonly LedgerItem[], item: LedgerItem): LedgerItem[] {
  const known = ledger.some(({ id }) => id === item.id)
  return known ? ledger.map((other) => (other.id === item.id ? item : other)) : [...ledger, item]
}

function changedSince(before: readonly LedgerItem[], after: readonly LedgerItem[]): LedgerItem[] {
  return after.filter((item) => !before.includes(item))
}
