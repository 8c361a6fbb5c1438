import { tidy } from "../outline/lines.ts"
import { formatOutline, type Headings, type Kept, type Part, parseOutline } from "../outline/outline.ts"
import { isNothing, itemsOf, listOf, quoted, textOf } from "../outline/outline-items.ts"
import { sameText } from "../text.ts"

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

/** The section that decides whether another question is asked. */
export const openQuestionsHeading = "Open Questions"

/** What a task means, as agreed with a person. A section that was not written is empty. */
export type Brief = { task: string; rounds: Round[]; openQuestions: string[]; kept: Kept[] } & Record<
  BriefSection,
  string[]
>

export type BriefFallback = { task: string; rounds: readonly Round[] }

const headings: Headings<BriefSection | "openQuestions" | "task" | "question" | "answer"> = {
  titles: ["Brief", "clarify brief", "task brief", "clarification brief"],
  sections: {
    ...briefHeadings,
    openQuestions: [openQuestionsHeading, "open question", "questions", "unresolved questions", "still open"],
    task: ["Task Statement", "task", "the task", "request"],
    question: ["Clarify Question", "question"],
    answer: ["Clarify Answer", "answer"],
  },
}

const contract: Kept = {
  title: "Workflow Contract",
  body: "A single-question clarify brief: each round asked one question. The work goes on in `execute`, and this brief says what is wanted.",
}

/** Reads a brief, no matter who wrote it. What has no known heading is kept. */
export function parseBrief(markdown: string, fallback: BriefFallback): Brief {
  const { parts, kept } = parseOutline(markdown, headings)
  // Older versions filled an empty section, and marked it as assumed.
  const sectionOf = (name: Name): string[] =>
    parts
      .filter((part) => part.name === name && !part.assumed)
      .flatMap((part) => itemsOf(part.lines))
      .filter((item) => !isNothing(item))
  const rounds = roundsIn(parts)
  return {
    task: textIn(parts, "task") || tidy(fallback.task),
    desiredOutcome: sectionOf("desiredOutcome"),
    inScope: sectionOf("inScope"),
    nonGoals: sectionOf("nonGoals"),
    decisionBoundaries: sectionOf("decisionBoundaries"),
    constraints: sectionOf("constraints"),
    likelyTouchpoints: sectionOf("likelyTouchpoints"),
    assumptions: sectionOf("assumptions"),
    acceptanceCriteria: sectionOf("acceptanceCriteria"),
    openQuestions: sectionOf("openQuestions").filter(isQuestion),
    rounds: rounds.length > 0 ? rounds : fallback.rounds.map(tidyRound),
    kept: kept.filter((section) => !isContract(section)),
  }
}

/** The brief as a person reads and edits it; `parseBrief` reads the same brief from it. */
export function formatBrief(brief: Brief): string {
  const edited = brief.kept.some((kept) => kept.title === contract.title)
  return formatOutline(
    "Brief",
    [
      { title: "Task Statement", body: quoted(brief.task) },
      ...briefSections.map((name) => ({ title: briefHeadings[name][0], body: listOf(brief[name]) })),
      { title: openQuestionsHeading, body: listOf(brief.openQuestions) },
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

/** "None" is no question, in whatever language it is written: a question has its mark. */
export const isQuestion = (item: string) => /[?\uff1f\u061f\u037e]/.test(item)
