import type { FactPoint } from "../../../src/session/view/fact-points.ts"
import { rollUp } from "../../../src/session/view/roll-up.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import type { End } from "../../../src/session/view/turn-end.ts"
import type { FactTone } from "../../inspector/fact.tsx"

/** A fact of a stop card; a remark is neutral. */
export type StopFact = { tone: FactTone; text: string; detail: string | null; seq: number | null; isRemark: boolean }

type Recorded = Pick<Item<"stop">, "facts" | "evidence" | "missing">

/** The facts of a turn; without any in its stop record, the reasons and evidence. */
export function stopFacts(item: Recorded, end: End, changes: "there" | "undone"): StopFact[] {
  const points = end.points.filter(({ about }) => about !== "files" || changes === "there").map(pointFact)
  return item.facts === null ? [...points, ...evidenceFacts(item, end)] : points
}

const pointFact = ({ tone, text, detail, seq }: FactPoint): StopFact => ({
  tone,
  text,
  detail,
  seq,
  isRemark: tone === "context" && detail === null,
})

function evidenceFacts({ evidence, missing }: Recorded, { reason, because, points }: End): StopFact[] {
  const said = [reason ?? "", ...[...because, ...points].map(({ text }) => text)].join("\n")
  const { supporting, contradicted, missing: lacking } = rollUp(evidence)
  const all = [
    ...contradicted.map(({ summary, seq }) => fact("bad", summary, seq)),
    ...[...lacking.map(({ summary }) => summary), ...missing].map((text) => fact("missing", text)),
    ...supporting.map(({ summary, seq }) => fact("good", summary, seq)),
  ]
  // Several claims may share a fact: show it once.
  return all.filter(({ text }, at) => !said.includes(text) && all.findIndex((other) => other.text === text) === at)
}

const fact = (tone: FactTone, text: string, seq: number | null = null): StopFact => ({
  tone,
  text,
  detail: null,
  seq,
  isRemark: false,
})
