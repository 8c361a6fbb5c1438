import { z } from "zod"
import { limits } from "../../session/limits.ts"
import { itemsOf } from "../outline/items.ts"
import { type Line, linesOf } from "../outline/lines.ts"
import { sameText } from "../text.ts"

export type ClarifyQuestion = { question: string; options: string[] }

export const questionLimits = { options: 6, optionText: 200 } as const

/** The question in the answer of a model: its tool call, else the first question in its text, else ours. */
export function questionFrom(
  answerText: string,
  toolArguments: unknown | null,
  fallback: ClarifyQuestion,
): ClarifyQuestion {
  return fromArguments(toolArguments) ?? fromJson(answerText) ?? fromText(answerText) ?? fallback
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

/** Small models write the call into their text. */
function fromJson(text: string): ClarifyQuestion | null {
  const start = text.indexOf("{")
  const end = text.lastIndexOf("}")
  if (start < 0 || end < start) return null
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1))
    const call = z.object({ arguments: z.unknown() }).safeParse(value)
    return fromArguments(call.success && call.data.arguments !== undefined ? call.data.arguments : value)
  } catch {
    // Not JSON: it is read as text.
    return null
  }
}

/** The first sentence that ends with a question mark; a list behind it are the options. */
function fromText(text: string): ClarifyQuestion | null {
  const items = itemsOf(linesOf(text).filter((line) => !line.fenced))
  for (const [index, item] of items.entries()) {
    const sentences = item.replace(/\s+/g, " ").split(/(?<=[.!?][*_"')\]]{0,3}) /)
    const question = sentences.map(unmarked).find((sentence) => sentence.endsWith("?") && /\p{L}/u.test(sentence))
    if (question) return asked(question, optionsAfter(text, items.slice(index + 1)))
  }
  return null
}

function optionsAfter(text: string, items: readonly string[]): string[] {
  const lines = linesOf(text)
  const isListed = (item: string) => lines.some((line) => isBullet(line) && line.text.includes(item))
  const end = items.findIndex((item) => !isListed(item) || item.endsWith("?"))
  const options = items.slice(0, end < 0 ? undefined : end).map(unmarked)
  return options.length > 1 ? options : []
}

const isBullet = (line: Line) => !line.fenced && /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line.text)

const unmarked = (sentence: string) =>
  sentence
    .replace(/^(?:#+\s+|question:\s*)/i, "")
    .replace(/\*\*|__/g, "")
    .replace(/^["'*_]+|(?<!["'*_])["'*_]+$/g, "")
    .trim()

function asked(question: string, options: readonly string[]): ClarifyQuestion {
  const kept: string[] = []
  for (const option of options.map((text) => text.trim()).filter((text) => text !== ""))
    if (!kept.some((one) => sameText(one, option))) kept.push(cut(option, questionLimits.optionText))
  return { question: cut(question, limits.note), options: kept.slice(0, questionLimits.options) }
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()
