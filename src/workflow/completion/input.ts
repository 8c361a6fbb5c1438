import type { Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import type { EventData } from "../../session/event.ts"
import type { Done } from "../../session/state.ts"
import type { ProjectFacts } from "../project/project.ts"
import type { TaskKind } from "../task.ts"

/** One tool call of the work on a task, with what came of it. */
export type WorkAction = {
  /** Of its `tool.finished`: what happened after what. */
  seq: number
  tool: string
  status: EventData<"tool.finished">["status"]
  /** The files that the call named. */
  paths: readonly string[]
  command: string | null
  exitCode: number | null
  changed: readonly { path: string; before: string | null; after: string | null }[]
  /** It may have changed files that nobody knows of. */
  uncovered: boolean
}

/** A file that the work changed, as it was before the work and as it is now; null where it does not exist. */
export type FileText = { path: string; before: string | null; after: string | null }

/** What can be checked of the files that the work changed, as they are now. */
export type OfferedChecks = {
  checks: readonly Check[]
  /** The strongest proof that the project offers for them. */
  strongest: Strength
  /** Those that nothing proves beyond existing. */
  uncovered: readonly string[]
  /** Those of which less is proven than of the others. */
  weaker?: readonly { path: string; strength: Strength }[]
}

/** The workspace once more, when the proof seems whole: it may have gone on since. */
export type Aftermath = {
  /** Files of the work that are not as they were when they were checked. */
  altered: readonly string[]
  /** Commands of the work that still run. */
  running: readonly string[]
  /** Test files that were changed since the work began, though no known change tells of it. */
  retouched: readonly string[]
}

export type CompletionLimits = {
  /** How often in a turn the model is told what is missing. */
  nudges: number
  /** As often where only a doubt is left: a person must judge it, the model need not be pressed. */
  softNudges: number
  /** How often it is told that its own list has open items. */
  pendingNudges: number
  /** How often it may mend what a check found. */
  fixRetries: number
  /** How often it is told that it has tools, and that saying what it will do is no answer. */
  refusals: number
  narrations: number
}

export const completionLimits: CompletionLimits = {
  nudges: 5,
  softNudges: 2,
  pendingNudges: 2,
  fixRetries: 3,
  refusals: 2,
  narrations: 2,
}

export type CompletionInput = {
  task: string
  taskKind: TaskKind
  /** What the model said, with no tool call. */
  answer: string
  /** What it said before in this turn with no tool call, oldest first: the texts, or their fingerprints. */
  earlier: readonly string[]
  /** The answer goes round in itself, or was said again as often as it may be. */
  looped?: boolean
  done: Done | null
  /** What was done for the task since it was defined, oldest first; in turns that this one takes up again, too. */
  actions: readonly WorkAction[]
  /** The contents of what was changed, as far as they are known and not too long. */
  texts: readonly FileText[]
  /** Open items that the model took off its list without doing them. */
  dropped: readonly string[]
  /** What is known of the project: what its scripts run. */
  facts: ProjectFacts | null
  /** Null where nobody looked. */
  plan: OfferedChecks | null
  /** Absent where nobody looked. */
  aftermath?: Aftermath
  counters: { nudges: number; pendingNudges: number; fixRetries: number; refusals?: number; narrations?: number }
  limits: CompletionLimits
}
