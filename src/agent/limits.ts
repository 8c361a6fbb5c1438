import { retryBudget } from "../workflow/done.ts"

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
  /** Answers cut off by the length limit that it is asked to go on from. */
  cutAnswers: number
  toolErrors: number
  denials: number
  /** How often the same calls with the same results may follow each other. */
  repeats: number
  sameAnswers: number
  /** Rounds of questions before the work begins. */
  clarifyRounds: number
  /** How often a task is planned or asked about anew because the work has left its plan. */
  replans: number
  /** How often the model is told that an answer does not show the work to be done. */
  nudges: number
  /** How often it may mend what a check found. */
  fixRetries: number
  /** How long one check may run. */
  checkTimeMs: number
  /** Automatic resumes of one point without anything new. */
  recoveries: number
  /** How many of the newest messages the model is given; without a limit all since the last compaction. */
  contextMessages: number | null
}

export const defaultLimits: Limits = {
  steps: 100,
  tokens: null,
  cost: null,
  timeMs: null,
  modelRetries: 5,
  emptyAnswers: 2,
  cutAnswers: 3,
  toolErrors: 8,
  denials: 4,
  repeats: 4,
  sameAnswers: 2,
  clarifyRounds: 2,
  replans: 3,
  nudges: 5,
  fixRetries: retryBudget,
  checkTimeMs: 600_000,
  recoveries: 3,
  contextMessages: null,
}

/** How long to wait before the model is asked again, where the server does not say: doubled each time. */
export const backoff = { firstMs: 1_000, mostMs: 60_000 } as const
