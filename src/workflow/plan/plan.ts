import { limits } from "../../session/limits.ts"
import { type Line, linesOf, tidy } from "../outline/lines.ts"
import { type Headings, normalHeading, parseOutline } from "../outline/outline.ts"
import { isNothing, itemsOf, listOf } from "../outline/outline-items.ts"
import { sameText } from "../text.ts"
import { commandsIn } from "./commands.ts"

/** How the work is to be done, and how it is to be verified: as the model wrote it, or a person changed it. */
export type PlanTexts = { plan: string; verificationPlan: string }

/** The parts of a plan that decisions use. All else in it is for its readers. */
export type Plan = {
  steps: number
  criteria: string[]
  commands: string[]
}

type Section = "changes" | "steps" | "criteria" | "commands"

/** What parts the two documents in the answer of a model. */
export const separator = "<<<VERIFICATION>>>"

const titles = { plan: "Implementation Plan", verificationPlan: "Verification Plan" } as const

const verificationSections = {
  criteria: ["Acceptance Criteria", "acceptance", "acceptance criterion", "criteria", "success criteria", "done when"],
  commands: [
    "Verification Commands",
    "verification command",
    "commands",
    "verification",
    "verification steps",
    "checks",
  ],
} as const

const headings: Headings<Section> = {
  titles: [titles.plan, "plan", "the plan", titles.verificationPlan],
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
    ...verificationSections,
  },
}

const contract =
  "## Workflow Contract\n\nWritten in one pass (single-pass planning artifact generation). Change it as you like: what it says is followed."

/** The two documents in the answer of a model. Where there is no plan in it, they name the task alone. */
export function parsePlan(text: string, task: string): { texts: PlanTexts; plan: Plan; fallback: boolean } {
  const lines = linesOf(text)
  const parted = lines.findIndex(startsVerification)
  const cut = parted >= 0 ? parted : lines.findIndex(startsVerificationSection)
  const [first, second] = cut < 0 ? [lines, []] : [lines.slice(0, cut), lines.slice(cut)]
  const texts = { plan: textOf(first), verificationPlan: textOf(second) }
  const plan = readPlan(texts)
  const fallback = plan.steps === 0 && plan.criteria.length === 0 && plan.commands.length === 0
  const wanted = [tidy(task)].filter((goal) => goal !== "" && !isNothing(goal))
  const steps = fallback ? [`## Execution Order\n\n${listOf(wanted)}`] : []
  return {
    fallback,
    texts: {
      plan: titled(titles.plan, [...steps, texts.plan, contract]),
      verificationPlan: titled(titles.verificationPlan, [texts.verificationPlan]),
    },
    // Nothing verifies a plan that was not written: it names no command, so that none can pass by itself.
    plan: fallback ? { ...plan, steps: wanted.length, criteria: wanted } : plan,
  }
}

/** Reads the documents of a plan, as the model wrote them or a person edited them. */
export function readPlan({ plan, verificationPlan }: PlanTexts): Plan {
  const parts = [plan, verificationPlan].flatMap((text) => parseOutline(text, headings).parts)
  const linesIn = (name: Section) => parts.filter((part) => part.name === name).map((part) => part.lines)
  const items = (name: Section) => linesIn(name).flatMap((lines) => itemsOf(lines).filter((item) => !isNothing(item)))
  const listed = linesOf(plan).filter((line) => !line.fenced && listItem.test(line.text))
  return {
    steps: items("steps").length || items("changes").length || listed.length,
    criteria: items("criteria"),
    commands: [...new Set(linesIn("commands").flatMap(commandsIn))],
  }
}

/** What must hold: what was agreed on before, and what the plan adds to it. Each once. */
export function planCriteria(agreed: readonly string[], plan: Pick<Plan, "criteria">): string[] {
  const criteria: string[] = []
  for (const criterion of [...agreed, ...plan.criteria])
    if (!criteria.some((one) => sameText(one, criterion))) criteria.push(criterion.slice(0, limits.note))
  return criteria.slice(0, limits.criteria)
}

const listItem = /^(?:[-*+•]|\d{1,3}[.)])[ \t]/
const separatorLine = /^[*_`]*<+\s*verification(?:[ _-]plan)?\s*>+[*_`]*$/i

const headingOf = ({ text, fenced }: Line) => (fenced ? undefined : /^#{1,6}[ \t]+([^:\n]*)/.exec(text)?.[1])

function startsVerification(line: Line): boolean {
  const isTitle = normalHeading(headingOf(line) ?? "") === normalHeading(titles.verificationPlan)
  return isTitle || (!line.fenced && separatorLine.test(line.text))
}

function startsVerificationSection(line: Line): boolean {
  const heading = normalHeading(headingOf(line) ?? "")
  return Object.values(verificationSections).some((names) => names.some((name) => normalHeading(name) === heading))
}

function textOf(lines: readonly Line[]): string {
  const kept = lines.filter((line) => line.fenced || !separatorLine.test(line.text))
  return tidy(kept.map(({ text }) => text).join("\n"))
}

/** A document says what it is, and where it says nothing else, that. */
function titled(title: string, parts: readonly string[]): string {
  const body = parts.filter((part) => part !== "").join("\n\n")
  const isTitled = headings.titles.some(
    (name) => normalHeading(headingOf({ text: body, fenced: false }) ?? "") === normalHeading(name),
  )
  return isTitled ? `${body}\n` : `# ${title}\n\n${body || "- None yet"}\n`
}
