import { pathsIn } from "../paths-in-text.ts"

/** How an announcement or a claim of work starts in English. It only selects a neutral question. */
const announces =
  /(?:^|[.!?:]\s+|\n\s*(?:[-*]\s+)?)(?:(?:first|next|now|then|okay|ok|sure)[,!]?\s+)?(?:i(?:'ll|'m going to| will| am going to|'ve| have| fixed| created| added| wrote| updated| changed)|let(?:'s| me)|done\b)/i

/** Whether a task asks something, by the question marks of the scripts that have one. */
export const isQuestion = (task: string): boolean => /[?？؟]/.test(task)

/** The paths that a weak model's answer and its task name: the ones that are worth a look. */
export function namedPaths(task: string, answer: string): string[] {
  return [...new Set([...pathsIn(answer), ...pathsIn(task)])]
}

/**
 * Whether an answer with nothing done may be an announcement, a claim or a refusal, by its structure: it is about files or
 * code, and no question was asked.
 */
export function readsLikeWork(task: string, answer: string): boolean {
  if (announces.test(answer.replaceAll("’", "'"))) return true
  return !isQuestion(task) && (namedPaths(task, answer).length > 0 || answer.includes("```"))
}
