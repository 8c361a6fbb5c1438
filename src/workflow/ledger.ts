import type { LedgerItem } from "../session/event/workflow.ts"
import { limits } from "../session/limits.ts"
import type { Brief } from "./clarify/brief.ts"
import type { DriftEvidence, DriftKind } from "./drift.ts"
import type { Plan } from "./plan/plan.ts"
import { hasPhrase, sameText, significant } from "./words.ts"

type List = LedgerItem["list"]
type Status = LedgerItem["status"]

type BriefList = "assumptions" | "acceptanceCriteria" | "decisionBoundaries"

/** What the ledger is seeded from. */
export type LedgerSource = { brief: Pick<Brief, BriefList | "explicit"> } | { plan: Pick<Plan, "criteria"> }

/** How an item stands when it enters its list. */
const seeded = {
  assumptions: "open",
  acceptanceAnchors: "active",
  decisionBoundaries: "tracked",
} as const satisfies Record<List, Status>

/** What drift does to which list. A touchpoint says where the work is, not that the agreement changed. */
const drifted: Readonly<Record<DriftKind, { list: List; status: Status } | null>> = {
  contradicted_assumption: { list: "assumptions", status: "contradicted" },
  acceptance_anchor: { list: "acceptanceAnchors", status: "changed" },
  verification_contradiction: { list: "acceptanceAnchors", status: "changed" },
  task_boundary_change: { list: "decisionBoundaries", status: "reopened" },
  confirmed_touchpoint: null,
  inferred_touchpoint: null,
}

const matching = { longestText: 96, sharedWords: 2 } as const

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

/** The items that reality changed, or new ones where none speaks of it. Only what changed. */
export function driftLedger(
  ledger: readonly LedgerItem[],
  evidence: readonly DriftEvidence[],
  newId: () => string,
): LedgerItem[] {
  const after = evidence.reduce<readonly LedgerItem[]>((items, { kind, summary }) => {
    const effect = drifted[kind]
    if (!effect || summary.trim() === "") return items
    const { list, status } = effect
    const ofList = items.filter((item) => item.list === list)
    const match = bestMatch(ofList, summary)
    const item = match ?? { id: newId(), list, text: shortText(summary), introducedPhase: recovery }
    return withItem(items, { ...item, status, updatedPhase: recovery, evidence: withSaid(match?.evidence, summary) })
  }, ledger)
  return changedSince(ledger, after)
}

/** The phase in which drift is found. */
const recovery = "recovery"

function withSaid(known: readonly string[] = [], summary: string): string[] {
  const said = summary.slice(0, limits.note)
  return known.includes(said) ? [...known] : [...known, said].slice(-limits.ledgerEvidence)
}

function seedsOf(from: LedgerSource): [List, string][] {
  const of = (list: List, texts: readonly string[]) =>
    texts.map((text): [List, string] => [list, text.trim().slice(0, limits.note)])
  if ("plan" in from) return of("acceptanceAnchors", from.plan.criteria).filter(isSaid)
  const { brief } = from
  // Nobody agreed to what is only assumed: a brief without a word of somebody adds nothing.
  const said = (section: BriefList) => (brief.explicit.has(section) ? brief[section] : [])
  return [
    ...of("assumptions", said("assumptions")),
    ...of("acceptanceAnchors", said("acceptanceCriteria")),
    ...of("decisionBoundaries", said("decisionBoundaries")),
  ].filter(isSaid)
}

const isSaid = ([, text]: [List, string]) => text !== ""

/** One text holds the other as whole words, else the one that shares the most words that mean something. */
function bestMatch(items: readonly LedgerItem[], summary: string): LedgerItem | undefined {
  const within = items.find(({ text }) => hasPhrase(summary, [text]) || hasPhrase(text, [summary]))
  if (within) return within
  const words = new Set(significant(summary))
  const shared = (item: LedgerItem) => new Set(significant(item.text).filter((word) => words.has(word))).size
  const best = items.reduce<{ item: LedgerItem; count: number } | undefined>((found, item) => {
    const count = shared(item)
    return found && found.count >= count ? found : { item, count }
  }, undefined)
  return best && best.count >= matching.sharedWords ? best.item : undefined
}

function shortText(summary: string): string {
  const span = /`([^`]+)`/.exec(summary)?.[1]?.trim()
  return (span || summary.trim()).slice(0, matching.longestText).trim()
}

/** The ledger with one item put in its place, or at the end. */
function withItem(ledger: readonly LedgerItem[], item: LedgerItem): LedgerItem[] {
  const known = ledger.some(({ id }) => id === item.id)
  return known ? ledger.map((other) => (other.id === item.id ? item : other)) : [...ledger, item]
}

function changedSince(before: readonly LedgerItem[], after: readonly LedgerItem[]): LedgerItem[] {
  return after.filter((item) => !before.includes(item))
}
