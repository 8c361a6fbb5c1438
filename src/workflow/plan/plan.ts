import { limits } from "../../session/limits.ts"
import { isNothing, itemsOf, listOf } from "../outline/items.ts"
import { type Line, linesOf, tidy } from "../outline/lines.ts"
import { formatOutline, type Headings, type Kept, normalHeading, type Part, parseOutline } from "../outline/outline.ts"
import { sameText } from "../text.ts"
import { commandsIn, formatCommands } from "./commands.ts"

/** How the work is to be done and proven. `kept` and `keptVerification` are what else stands in the two documents. */
export type Plan = {
  changes: string[]
  steps: string[]
  risks: string[]
  criteria: string[]
  commands: string[]
  notes: string[]
  kept: Kept[]
  keptVerification: Kept[]
}

type Section = "changes" | "steps" | "risks" | "criteria" | "commands" | "notes"

/** What parts the two documents in the answer of a model. */
export const separator = "<<<VERIFICATION>>>"

const verificationTitle = "Verification Plan"

const headings: Headings<Section> = {
  titles: ["Implementation Plan", "plan", "the plan", verificationTitle],
  sections: {
    changes: [
      "File Changes",
      "file change",
      "files to change",
      "changes",
      "files",
      "files changed",
      "proposed changes",
    ],
    steps: [
      "Execution Order",
      "execution steps",
      "execution",
      "steps",
      "implementation steps",
      "order",
      "order of work",
    ],
    risks: ["Risks", "risk", "risks and mitigations", "risks and mitigation"],
    criteria: [
      "Acceptance Criteria",
      "acceptance",
      "acceptance criterion",
      "criteria",
      "success criteria",
      "done when",
    ],
    commands: [
      "Verification Commands",
      "verification command",
      "commands",
      "verification",
      "verification steps",
      "checks",
    ],
    notes: ["Notes", "note", "verification notes"],
  },
}

const contract: Kept = {
  title: "Workflow Contract",
  body: "Written in one pass (single-pass planning artifact generation). Change it as you like: what it says is followed.",
}

/** Reads a plan out of the answer of a model. Without any plan in it there is one that only names the task. */
export function parsePlan(text: string, task: string): { plan: Plan; fallback: boolean } {
  const lines = linesOf(text)
  const cut = lines.findIndex(startsVerification)
  const join = (some: readonly Line[]) => some.map((line) => line.text).join("\n")
  return cut < 0
    ? readPlan({ plan: join(lines), verificationPlan: "" }, task)
    : readPlan({ plan: join(lines.slice(0, cut)), verificationPlan: join(lines.slice(cut)) }, task)
}

/** Reads the two documents of a plan, as written by us or edited by a person. */
export function readPlan(
  texts: { plan: string; verificationPlan: string },
  task: string,
): { plan: Plan; fallback: boolean } {
  const first = parseOutline(withoutSeparators(texts.plan), headings)
  const second = parseOutline(withoutSeparators(texts.verificationPlan), headings)
  const parts = [...first.parts, ...second.parts]
  const proof = linesIn(parts, "commands").map(commandsIn)
  const items = (name: Section) =>
    linesIn(parts, name)
      .flatMap(itemsOf)
      .filter((item) => !isNothing(item))
  const found = {
    changes: items("changes"),
    risks: items("risks"),
    criteria: items("criteria"),
    commands: [...new Set(proof.flatMap(({ commands }) => commands))],
    notes: [...items("notes"), ...proof.flatMap(({ notes }) => notes)],
    keptVerification: second.kept,
  }
  const { steps, kept } = stepsOf(items("steps"), found.changes, first.kept)
  const fallback = steps.length === 0 && found.criteria.length === 0 && found.commands.length === 0
  const wanted = [tidy(task)].filter((text) => text !== "" && !isNothing(text))
  return {
    fallback,
    plan: {
      ...found,
      steps: steps.length > 0 ? steps : wanted,
      // Nothing proves a plan that nobody wrote: it names no command, so that none can pass by itself.
      criteria: fallback ? wanted : found.criteria,
      kept: kept.filter((section) => !isContract(section)),
    },
  }
}

export function formatPlan(plan: Plan): string {
  const edited = plan.kept.some((kept) => kept.title === contract.title)
  return formatOutline(
    "Implementation Plan",
    [
      { title: "File Changes", body: listOf(plan.changes) },
      { title: "Execution Order", body: listOf(plan.steps, "numbers") },
      { title: "Risks", body: listOf(plan.risks) },
      ...(edited ? [] : [contract]),
    ],
    plan.kept,
  )
}

export function formatVerificationPlan(plan: Plan): string {
  return formatOutline(
    verificationTitle,
    [
      { title: "Acceptance Criteria", body: listOf(plan.criteria) },
      { title: "Verification Commands", body: plan.commands.length > 0 ? formatCommands(plan.commands) : listOf([]) },
      { title: "Notes", body: listOf(plan.notes) },
    ],
    plan.keptVerification,
  )
}

/** What must hold: what was agreed on before, and what the plan adds to it. Each once. */
export function planCriteria(agreed: readonly string[], plan: Pick<Plan, "criteria">): string[] {
  const criteria: string[] = []
  for (const criterion of [...agreed, ...plan.criteria])
    if (!criteria.some((one) => sameText(one, criterion))) criteria.push(criterion.slice(0, limits.note))
  return criteria.slice(0, limits.criteria)
}

/** The order of work, else the changes, else a list that stands under no heading. */
function stepsOf(
  ordered: readonly string[],
  changes: readonly string[],
  kept: readonly Kept[],
): { steps: string[]; kept: Kept[] } {
  if (ordered.length > 0) return { steps: [...ordered], kept: [...kept] }
  if (changes.length > 0) return { steps: [...changes], kept: [...kept] }
  const opening = kept.find((section) => section.title === "")?.body ?? ""
  if (!/^(?:[-*+•]|\d{1,3}[.)])[ \t]/m.test(opening)) return { steps: [], kept: [...kept] }
  const steps = itemsOf(linesOf(opening)).filter((item) => !isNothing(item))
  return { steps, kept: kept.filter((section) => section.title !== "") }
}

function linesIn(parts: readonly Part<Section>[], name: Section): Line[][] {
  return parts.filter((part) => part.name === name).map((part) => part.lines)
}

const separatorLine = /^[*_`]*<+\s*verification(?:[ _-]plan)?\s*>+[*_`]*$/i

function startsVerification({ text, fenced }: Line): boolean {
  if (fenced) return false
  const heading = /^#{1,6}[ \t]+(.*)$/s.exec(text)?.[1]
  return (
    separatorLine.test(text) ||
    (heading !== undefined && normalHeading(heading.split(":")[0] ?? "") === normalHeading(verificationTitle))
  )
}

function withoutSeparators(text: string): string {
  return linesOf(text)
    .filter((line) => line.fenced || !separatorLine.test(line.text))
    .map((line) => line.text)
    .join("\n")
}

const isContract = (section: Kept) => section.title === contract.title && sameText(section.body, contract.body)
