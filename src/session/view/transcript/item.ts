import type { BlobRef, Evidence, FileChange, Strength, Usage, WorkflowMode } from "../../event/common.ts"
import type { Check, DoneItem } from "../../event/done.ts"
import type { Requirement } from "../../event/input.ts"
import type { StopCode } from "../../event/turn.ts"
import type { TurnFacts } from "../../event/turn-facts.ts"
import type { ArtifactKind } from "../../event/workflow.ts"
import type { Actor, EventData } from "../../event.ts"
import type { Took } from "../took.ts"

/**
 * One thing that a person sees in a session, at the seq where it began. Null is what is not known: it has not happened,
 * does not apply, or lies before the page.
 */
export type TranscriptItem =
  | InputItem
  | AnswerItem
  | ToolItem
  | AskItem
  | CheckItem
  | TodosItem
  | ArtifactItem
  | ModeItem
  | PushBackItem
  | OwnerItem
  | RestoreItem
  | SavedItem
  | CompactionItem
  | TrimItem
  | KeptItem
  | ForkItem
  | RewindItem
  | StopItem
  | UnknownItem

export type Item<K extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: K }>

/** What began and may end: the end of the turn ends it. */
export type OpenItem = AnswerItem | ToolItem | AskItem | CheckItem

type At<K extends string> = { kind: K; seq: number; at: string }

type InputItem = At<"input"> & {
  by: Actor
  input: string
  as: EventData<"input.accepted">["kind"]
  text: string
  /** How many characters of the text are the person's own words; null: all. */
  typed: number | null
  attachments: NonNullable<EventData<"input.accepted">["attachments"]>
  /** It was changed after it was accepted. */
  edited: boolean
  state: "waiting" | "consumed" | "withdrawn"
  /** What it was taken as, and by which turn. */
  taken: EventData<"input.consumed">["as"] | null
  turn: string | null
}

type AnswerItem = At<"answer"> & {
  turn: string | null
  step: number | null
  purpose: string
  /** `provider/model`. */
  model: string | null
  text: string
  reasoning: string
  /** What has been streamed of its tool calls, until they are made. */
  calling: string
  /** How many tools it asked for. */
  calls: number
  state: "streaming" | "whole" | "failed" | "interrupted"
  /** What went wrong, or why it was interrupted, as a sentence or a word for people. */
  note: string | null
  finish: string | null
  usage: Usage | null
  failure: {
    kind: EventData<"model.failed">["kind"]
    status: number | null
    /** When it is asked again, and which retry that is. */
    retryAt: string | null
    retry: NonNullable<EventData<"model.failed">["retry"]> | null
  } | null
  /** Why it was interrupted, and who wanted that or found it. */
  interrupted: { reason: EventData<"model.interrupted">["reason"] | "unknown"; by: Actor } | null
}

type ToolItem = At<"tool"> & {
  turn: string | null
  step: number | null
  call: string
  name: string
  arguments: Record<string, unknown>
  /** How the model's own arguments were repaired. */
  repaired: readonly string[]
  /** The seq of the intent: partial output goes by it. */
  startedAt: number | null
  /** The time of the intent. */
  since: string | null
  readOnly: boolean | null
  job: { id: string; command: string; cwd: string; background: boolean; timeLimitMs: number | null } | null
  state: "called" | "running" | EventData<"tool.finished">["status"]
  output: string
  /** The whole output, where it was too long. */
  whole: BlobRef | null
  changed: EventData<"tool.finished">["changed"]
  /** Why it is not known what it changed. */
  uncovered: string | null
  exitCode: number | null
  durationMs: number | null
  usage: Usage | null
}

type AskItem = At<"ask"> & {
  turn: string | null
  ask: string
  as: EventData<"ask.opened">["kind"]
  question: string
  options: NonNullable<EventData<"ask.opened">["options"]>
  /** What to know before answering, such as the command or the diff. */
  details: string | null
  /** The call that an approval is for, its tool, and what an approval for the session covers. */
  call: string | null
  tool: string | null
  subject: string | null
  /** The rule that an answer for always writes. */
  rule: NonNullable<EventData<"ask.opened">["rule"]> | null
  /** The round of clarifying that a question belongs to. */
  round: number | null
  state: "open" | "answered" | "expired"
  /** The answer in words; `verdict` and `scope` are what it means. */
  answer: string | null
  verdict: EventData<"ask.answered">["answer"] | null
  scope: NonNullable<EventData<"ask.answered">["scope"]> | null
  answered: { by: Actor; at: string } | null
  /** Why it expired. */
  reason: string | null
}

type CheckItem = At<"check"> & {
  turn: string | null
  /** The seq of the intent: partial output goes by it. */
  startedAt: number
  attempt: string
  attemptNumber: number | null
  check: string
  command: string
  as: Check["kind"] | null
  strength: Strength | null
  source: Check["source"] | null
  state: "running" | EventData<"done.verification-finished">["status"]
  summary: string | null
  output: string
  whole: BlobRef | null
  exitCode: number | null
  changed: NonNullable<EventData<"done.verification-finished">["changed"]>
  uncovered: string | null
  /** What changed after it passed, so that it proves nothing any more. */
  stale: string | null
}

/** The current todo list, one of a turn. */
type TodosItem = At<"todos"> & { turn: string | null; items: readonly DoneItem[]; changedAt: string }

/** A version of the brief, the plan or the verification plan. */
type ArtifactItem = At<"artifact"> & {
  turn: string | null
  by: Actor
  artifact: ArtifactKind
  version: number
  body: BlobRef
  summary: string | null
  /** A person wrote it. */
  edited: boolean
}

/** The router chose a mode. */
type ModeItem = At<"mode"> & {
  turn: string | null
  as: EventData<"workflow.decided">["kind"]
  mode: WorkflowMode
  summary: string
  reason: string
  reasonCode: string
  /** The mode that comes after this one. */
  next: WorkflowMode | null
  /** The model got a message about it. */
  isSentToModel: boolean
}

/** The workflow said something to the model; `text` says it to the person. */
type PushBackItem = At<"push-back"> & { turn: string | null; text: string }

/** The session was resumed while a turn was open: its driver was gone. */
type OwnerItem = At<"owner"> & { turn: string | null; owner: Driver; before: Driver | null }
type Driver = { type: string; host: string; pid: number | null }

/** Changes of turns were taken back, or put back. */
type RestoreItem = At<"restore"> & {
  by: Actor
  as: "undo" | "redo"
  turns: readonly string[]
  state: "running" | "done"
  /** The files that it means to change. */
  files: readonly string[]
  changed: readonly FileChange[]
  left: readonly { path: string; why: string }[]
}

/** A person saved a file. */
type SavedItem = At<"saved"> & { by: Actor; change: FileChange; preImage: BlobRef | null }

type CompactionItem = At<"compaction"> & {
  summary: string
  removed: number
  tokensBefore: number
  tokensAfter: number
  focus: string | null
  reason: NonNullable<EventData<"context.compacted">["reason"]> | null
  writtenBy: NonNullable<EventData<"context.compacted">["writtenBy"]> | null
}
type TrimItem = At<"trim"> & { tokensBefore: number; tokensAfter: number }
type KeptItem = At<"kept"> & { because: string }
type ForkItem = At<"fork"> & { parent: { session: string; seq: number } }
type RewindItem = At<"rewind"> & { by: Actor; to: number; because: EventData<"history.rewound">["because"] }

type StopItem = At<"stop"> & {
  turn: string
  code: StopCode
  summary: string
  /** What the turn came to; null in an older log, or where nothing was looked at. */
  facts: TurnFacts | null
  /** What was required of the turn and its facts do not show. */
  unmet: Requirement | null
  evidence: readonly Evidence[]
  /** What would have to be there for it to be done. */
  missing: readonly string[]
  /** What was going on when it crashed or was cancelled. */
  during: { seq: number; what: string } | null
  /** Who wanted it to stop, else who drove it. */
  by: Actor
  /** What the turn took; null where it began before the page. */
  took: Took | null
}

type UnknownItem = At<"unknown"> & { type: string }
