import { z } from "zod"
import { limits } from "../../session/limits.ts"
import { tidy } from "../outline/lines.ts"
import { sameText } from "../text.ts"
import { isQuestion } from "./brief.ts"

export type ClarifyQuestion = { question: string; options: string[] }

export const questionLimits = { options: 6, optionText: 200 } as const

/** The question in the answer of a model: its tool call, else its text where that asks something, else ours. */
export function questionFrom(
  answerText: string,
  toolArguments: unknown | null,
  fallback: ClarifyQuestion,
): ClarifyQuestion {
  return fromArguments(toolArguments) ?? fromText(answerText) ?? fallback
}

/** Our own question, where the model words none: what the brief left open, else what is wanted. */
export function fallbackQuestion(openQuestions: readonly string[]): ClarifyQuestion {
  return asked(openQuestions[0] ?? "What should be different when this is done?", [])
}

/** As the question tool takes them, with the names that models use for them. */
const argumentsShape = z.object({
  question: z.string().optional(),
  prompt: z.string().optional(),
  text: z.string().optional(),
  options: z.array(z.unknown()).optional().catch(undefined),
  choices: z.array(z.unknown()).optional().catch(undefined),
})

function fromArguments(value: unknown): ClarifyQuestion | null {
  const read = argumentsShape.safeParse(value)
  if (!read.success) return null
  const question = (read.data.question ?? read.data.prompt ?? read.data.text ?? "").trim()
  return question === "" ? null : asked(question, (read.data.options ?? read.data.choices ?? []).map(labelOf))
}

function labelOf(option: unknown): string {
  if (typeof option === "string") return option
  const read = z.object({ label: z.string() }).safeParse(option)
  return read.success ? read.data.label : ""
}

/** A model that calls no tool asks in its text, which a person reads as it is. */
function fromText(text: string): ClarifyQuestion | null {
  return isQuestion(text) ? asked(tidy(text), []) : null
}

function asked(question: string, options: readonly string[]): ClarifyQuestion {
  const kept: string[] = []
  for (const option of options.map((text) => text.trim()).filter((text) => text !== ""))
    if (!kept.some((one) => sameText(one, option))) kept.push(cut(option, questionLimits.optionText))
  return { question: cut(question, limits.note), options: kept.slice(0, questionLimits.options) }
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()
