import { type CompletionDecision, stop } from "./decision.ts"
import { missing } from "./evidence.ts"
import type { CompletionInput } from "./input.ts"
import { reluctanceMessage } from "./message.ts"
import { type CompletionCode, completionNote } from "./note.ts"
import { narrates, refusesTools } from "./words.ts"
import type { Work } from "./work.ts"

const reluctances = {
  refuses: {
    code: "tools_refused_retry",
    counts: "refusals",
    summary: "an attempt with the tools: the answer says that there are none",
  },
  narrates: {
    code: "narration_retry",
    counts: "narrations",
    summary: "what the answer only announces",
  },
} as const satisfies Record<string, { code: CompletionCode; counts: "refusals" | "narrations"; summary: string }>

/**
 * An answer by somebody who has tools and does not use them. Work that is only announced is told of as work that is not
 * done; a question that is not even looked into is told of here.
 */
export function reluctance(input: CompletionInput, work: Work): CompletionDecision | null {
  const { task, taskKind, answer, counters, limits, done } = input
  const kind = refuses(input, work) ? "refuses" : taskKind === "informational" && narrates(answer) ? "narrates" : null
  if (kind === null) return null
  const { code, counts, summary } = reluctances[kind]
  const evidence = missing({ category: "response", source: "answer", summary, subject: task })
  if ((counters[counts] ?? 0) < limits[counts]) {
    const message = reluctanceMessage(kind, task)
    const note = completionNote(code, { summary, evidence: [evidence], message })
    return { notes: [note], decided: null, done: null, next: { do: "continue", message, counts } }
  }
  // What was asked to be done is pressed for, and ends, as any other work that is not done.
  if (taskKind === "work") return null
  const ended = `Stopped with something missing: ${summary}`
  return {
    notes: [completionNote("continuation_budget_exhausted", { summary: ended, evidence: [evidence] })],
    decided: null,
    done: done && { status: "failed", confidence: "low" },
    next: stop("continuation-budget-exhausted", ended, [evidence]),
  }
}

/** Where something was tried, what it came to is another matter. */
function refuses({ answer, actions }: CompletionInput, { changed }: Work): boolean {
  return !changed && actions.length === 0 && refusesTools(answer)
}
