import { block, clipped } from "../outline/block.ts"
import { type Brief, briefHeadings, formatBrief, openQuestionsHeading, type Round } from "./brief.ts"
import { groundingLines, type TaskGrounding } from "./grounding.ts"

export type Prompt = { instructions: string; message: string }

/** The call that asks a person one question. */
export function clarifyPrompt(input: {
  task: string
  /** The round that is about to be asked; the first is 1. */
  round: number
  maxRounds: number
  /** What the brief of the round before left open. */
  openQuestions: readonly string[]
  rounds: readonly Round[]
  grounding: TaskGrounding | null
}): Prompt {
  return {
    instructions: [
      "You find out what a person wants before any work begins.",
      "Call the tool `ask` once, with one short question.",
      "Give two to four options if there are natural ones. The person may answer anything.",
      "Ask what matters most for the work and cannot be seen in the workspace or the earlier answers. Do not start the work.",
    ].join("\n"),
    message: joined([
      block("Task", clipped(input.task)),
      block("Round", `${input.round} of ${input.maxRounds}`),
      block("Workspace", groundingLines(input.grounding).join("\n")),
      block("Still open", input.openQuestions.map((question) => `- ${question}`).join("\n")),
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
  grounding: TaskGrounding | null
  /** The brief of the round before. */
  brief: Brief | null
}): Prompt {
  const sections = Object.entries(sectionHints) as [keyof typeof sectionHints, string][]
  return {
    instructions: [
      "Write a short brief of what the person wants, in markdown.",
      "Use these headings, with one to four short bullets under each:",
      ...sections.map(([section, hint]) => `## ${briefHeadings[section][0]} (${hint})`),
      `## ${openQuestionsHeading} (what only the person can decide and the work cannot start without; None if there is nothing)`,
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
