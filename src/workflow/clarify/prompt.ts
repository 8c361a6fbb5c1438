import { block, clipped } from "../outline/block.ts"
import { type Brief, briefHeadings, formatBrief, type Round } from "./brief.ts"
import { type Grounding, groundingLines } from "./grounding.ts"
import { type ClarifyReview, type Pressure, type Slot, slotQuestions } from "./review.ts"

export type Prompt = { instructions: string; message: string }

const pressureWords = {
  example: "The last answer was vague. Ask for one concrete example.",
  tradeoff: "Ask what matters more where not everything can be had, or where the work must stop.",
  assumption: "Name the assumption that would hurt most if it were wrong, and ask whether it holds.",
} as const satisfies Record<Pressure, string>

/** The call that asks a person one question. */
export function clarifyPrompt(input: {
  task: string
  /** The round that is about to be asked; the first is 1. */
  round: number
  maxRounds: number
  /** The review of the round before; null before the first. */
  review: ClarifyReview | null
  rounds: readonly Round[]
  grounding: Grounding | null
}): Prompt {
  const focus: Slot = input.review?.focus ?? "desired_outcome"
  const pressure = input.review?.pressure ?? null
  return {
    instructions: [
      "You find out what a person wants before any work begins.",
      "Call the tool `ask` once, with one short question.",
      "Give two to four options if there are natural ones. The person may answer anything.",
      "Ask only what the workspace and the earlier answers do not tell. Do not start the work.",
    ].join("\n"),
    message: joined([
      block("Task", clipped(input.task)),
      block("Round", `${input.round} of ${input.maxRounds}, stage ${input.review?.stage ?? "intent"}`),
      block("Ask about", `${focus}: ${slotQuestions[focus]}`),
      pressure && block("How", `${pressureWords[pressure]} (${pressure})`),
      block("Workspace", groundingLines(input.grounding).join("\n")),
      block("Still open", (input.review?.openQuestions ?? []).map((question) => `- ${question}`).join("\n")),
      block("Answers so far", answersIn(input.rounds)),
    ]),
  }
}

const sectionHints = {
  desiredOutcome: "what is different when it is done",
  inScope: "what is to be changed",
  nonGoals: "what must stay as it is",
  decisionBoundaries: "what to ask the person about first",
  constraints: "what must or must not be used",
  likelyTouchpoints: "files or parts",
  assumptions: "what is taken for granted",
  acceptanceCriteria: "what can be checked in the end",
} as const satisfies Record<keyof typeof briefHeadings, string>

/** The call that writes down what was understood. */
export function briefPrompt(input: {
  task: string
  rounds: readonly Round[]
  grounding: Grounding | null
  /** The brief of the round before. */
  brief: Brief | null
}): Prompt {
  const sections = Object.entries(sectionHints) as [keyof typeof sectionHints, string][]
  return {
    instructions: [
      "Write a short brief of what the person wants, in markdown.",
      "Use these headings, with one to four short bullets under each:",
      ...sections.map(([section, hint]) => `## ${briefHeadings[section][0]} (${hint})`),
      "Write only what the task, the answers and the workspace say. Leave out a heading that you know nothing for.",
    ].join("\n"),
    message: joined([
      block("Task", clipped(input.task)),
      block("Questions and answers", answersIn(input.rounds)),
      block("Workspace", groundingLines(input.grounding).join("\n")),
      input.brief && block("Brief so far", clipped(formatBrief(input.brief))),
    ]),
  }
}

function answersIn(rounds: readonly Round[]): string {
  return rounds.map(({ question, answer }) => `Q: ${question}\nA: ${clipped(answer) || "(no answer)"}`).join("\n")
}

function joined(blocks: readonly (string | null)[]): string {
  return blocks.filter((text) => text).join("\n\n")
}
