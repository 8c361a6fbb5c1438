import { formatItems, itemsOf, quoted, textOf } from "../outline/items.ts"
import { tidy } from "../outline/lines.ts"
import { formatOutline, type Headings, type Kept, type Part, parseOutline } from "../outline/outline.ts"
import { sameText } from "../words.ts"
import { briefDefaults, briefPlaceholders } from "./brief-defaults.ts"
import type { Grounding } from "./grounding.ts"

export type Round = { question: string; answer: string }

/** The sections that a person or a model writes, in the order in which they are read; the first name is the heading. */
export const briefHeadings = {
  desiredOutcome: [
    "Desired Outcome",
    "outcome",
    "goal",
    "goals",
    "objective",
    "objectives",
    "intent",
    "desired result",
  ],
  inScope: ["In Scope", "scope", "included", "what changes", "what to change"],
  nonGoals: [
    "Non Goals",
    "non goal",
    "nongoals",
    "out of scope",
    "not in scope",
    "not goals",
    "excluded",
    "exclusions",
  ],
  decisionBoundaries: [
    "Decision Boundaries",
    "decision boundary",
    "boundaries",
    "ask first",
    "ask before",
    "decisions",
  ],
  constraints: ["Constraints", "constraint", "limits", "limitations", "requirements", "rules"],
  likelyTouchpoints: [
    "Likely Touchpoints",
    "touchpoints",
    "touch points",
    "likely touch points",
    "files",
    "likely files",
    "affected files",
    "relevant files",
  ],
  assumptions: ["Assumptions", "assumption", "assumed", "we assume"],
  acceptanceCriteria: [
    "Acceptance Criteria",
    "acceptance",
    "acceptance criterion",
    "criteria",
    "success criteria",
    "done when",
    "definition of done",
  ],
} as const

export type BriefSection = keyof typeof briefHeadings
export const briefSections = Object.keys(briefHeadings) as BriefSection[]

/** What a task means, as agreed with a person. `explicit` are the sections that somebody wrote: the others are assumed. */
export type Brief = { task: string; rounds: Round[]; explicit: ReadonlySet<BriefSection>; kept: Kept[] } & Record<
  BriefSection,
  string[]
>

export type BriefFallback = { task: string; rounds: readonly Round[]; grounding: Grounding | null }

const headings: Headings<BriefSection | "task" | "question" | "answer"> = {
  titles: ["Brief", "clarify brief", "task brief", "clarification brief"],
  sections: {
    ...briefHeadings,
    task: ["Task Statement", "task", "the task", "request"],
    question: ["Clarify Question", "question"],
    answer: ["Clarify Answer", "answer"],
  },
}

const contract: Kept = {
  title: "Workflow Contract",
  body: "A single-question clarify brief: each round asked one question. The work goes on in `execute`, and this brief says what is wanted.",
}

/** Reads a brief, whoever wrote it. What is missing is filled in and marked as assumed; what is not known is kept. */
export function parseBrief(markdown: string, fallback: BriefFallback): Brief {
  const { parts, kept } = parseOutline(markdown, headings)
  const task = textIn(parts, "task") || tidy(fallback.task)
  const defaults = briefDefaults(task, fallback.grounding)
  const explicit = new Set<BriefSection>()
  const sectionOf = (name: BriefSection): string[] => {
    const found = parts.filter((part) => part.name === name)
    const items = found.flatMap((part) => itemsOf(part.lines))
    if (items.length === 0 || items.every(isPlaceholder)) return defaults[name]
    if (!found.some((part) => part.assumed) && !sameItems(items, defaults[name])) explicit.add(name)
    return items
  }
  const rounds = roundsIn(parts)
  return {
    task,
    desiredOutcome: sectionOf("desiredOutcome"),
    inScope: sectionOf("inScope"),
    nonGoals: sectionOf("nonGoals"),
    decisionBoundaries: sectionOf("decisionBoundaries"),
    constraints: sectionOf("constraints"),
    likelyTouchpoints: sectionOf("likelyTouchpoints"),
    assumptions: sectionOf("assumptions"),
    acceptanceCriteria: sectionOf("acceptanceCriteria"),
    rounds: rounds.length > 0 ? rounds : fallback.rounds.map(tidyRound),
    explicit,
    kept: kept.filter((section) => !isContract(section)),
  }
}

/** The brief as a person reads and edits it; `parseBrief` reads the same brief from it. */
export function formatBrief(brief: Brief): string {
  const section = (name: BriefSection) => ({
    title: briefHeadings[name][0],
    assumed: !brief.explicit.has(name),
    body: formatItems(brief[name]),
  })
  const edited = brief.kept.some((kept) => kept.title === contract.title)
  return formatOutline(
    "Brief",
    [
      { title: "Task Statement", body: quoted(brief.task) },
      ...briefSections.map(section),
      ...brief.rounds.flatMap(({ question, answer }) => [
        { title: "Clarify Question", body: quoted(question) },
        { title: "Clarify Answer", body: quoted(answer) },
      ]),
      ...(edited ? [] : [contract]),
    ],
    brief.kept,
  )
}

type Name = keyof typeof headings.sections

function textIn(parts: readonly Part<Name>[], name: Name): string {
  const texts = parts.filter((part) => part.name === name).map((part) => textOf(part.lines))
  return texts.filter((text) => text !== "").join("\n\n")
}

function roundsIn(parts: readonly Part<Name>[]): Round[] {
  const rounds: Round[] = []
  let answered = true
  for (const part of parts) {
    const last = rounds.at(-1)
    if (part.name === "question") {
      rounds.push({ question: textOf(part.lines), answer: "" })
      answered = false
    } else if (part.name === "answer") {
      if (last && !answered) last.answer = textOf(part.lines)
      else rounds.push({ question: "", answer: textOf(part.lines) })
      answered = true
    }
  }
  return rounds
}

const tidyRound = ({ question, answer }: Round): Round => ({ question: tidy(question), answer: tidy(answer) })

const isContract = (section: Kept) => section.title === contract.title && sameText(section.body, contract.body)

const isPlaceholder = (item: string) =>
  briefPlaceholders.some((words) => sameText(item.replace(/(?<![.…?!])[.…?!]+$/, ""), words))

const sameItems = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item, index) => sameText(item, b[index] ?? ""))
