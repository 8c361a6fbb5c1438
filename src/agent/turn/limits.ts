import { retryBudget } from "../../workflow/definition-of-done.ts"
import { contextPolicy } from "../context/context-policy.ts"

/** What the model gets when an answer cannot be used, or shows that it is lost. Empty answers have a limit of their own. */
export type RepairCode =
  | "cut_call_retry"
  | "cut_thought_retry"
  | "endless_list_retry"
  | "repeated_call_notice"
  | "tool_errors_retry"
  | "unconfirmed_call_retry"
  | "unreadable_call_retry"

/** How far a turn may go before it stops and says why. `null` is no limit. */
export type Limits = {
  steps: number | null
  tokens: number | null
  /** In US dollars. */
  cost: number | null
  timeMs: number | null
  /** Calls of the model that fail in a row and may be tried again. */
  modelRetries: number
  emptyAnswers: number
  /** Answers that hit the length limit, and that the model is asked to continue. */
  cutAnswers: number
  /** How often in a turn the model is asked to repair an answer, by kind; then the turn stops and says so. */
  repairs: Readonly<Record<RepairCode, number>>
  toolErrors: number
  denials: number
  /** How often the same calls with the same results may follow each other. */
  repeats: number
  /** Rounds of questions before the work starts, where a person asked for them. */
  clarifyRounds: number
  /** How often it may fix what a check found. */
  fixRetries: number
  /** How long one check may run. */
  checkTimeMs: number
  /** Automatic resumes of one point without anything new. */
  recoveries: number
  /** How many of the newest messages the model is given; without a limit all since the last compaction. */
  contextMessages: number | null
  /** From how many tokens on older messages are summed up; never more than the model has room for. Null: as its window suggests. */
  compactAt: number | null
  /** How many of the newest messages a compaction keeps as they are. */
  keepMessages: number
}

export const defaultLimits: Limits = {
  steps: 100,
  tokens: null,
  cost: null,
  timeMs: null,
  modelRetries: 5,
  emptyAnswers: 2,
  cutAnswers: 3,
  repairs: {
    cut_call_retry: 3,
    cut_thought_retry: 2,
    endless_list_retry: 1,
    repeated_call_notice: 3,
    tool_errors_retry: 2,
    unconfirmed_call_retry: 1,
    unreadable_call_retry: 3,
  },
  toolErrors: 8,
  denials: 4,
  repeats: 4,
  clarifyRounds: 2,
  fixRetries: retryBudget,
  checkTimeMs: 600_000,
  recoveries: 3,
  contextMessages: null,
  compactAt: null,
  keepMessages: contextPolicy.kept,
}

/**
 * How long to wait before the model is asked again, where the server does not say: doubled each time. What it asks for
 * itself is waited for up to `askedMs`: for longer than that a person decides.
 */
export const backoff = { firstMs: 1_000, mostMs: 60_000, askedMs: 600_000 } as const

/** How long an answer may be, in characters: for each token of the window, and where that is not known. */
export const answerLength = { perToken: 4, unknownWindow: 400_000 } as const

/** In tokens: what an answer has whatever is left of a budget, and what every server can be asked for. */
export const outputTokens = { least: 256, most: 4_096 } as const
