import type { Compaction, ContextSize, PromptSnapshot } from "./context-state.ts"
import type { CheckStatus, Effort, PermissionMode, Strength, Usage, WorkflowMode } from "./event/common.ts"
import type { Check, DoneItem } from "./event/done.ts"
import type { Requirement } from "./event/input.ts"
import type { StopCode } from "./event/turn.ts"
import type { ArtifactKind, Decision, LedgerItem, LegacyTrace, Note } from "./event/workflow.ts"
import type { Actor, EventData } from "./event.ts"

/** Events from..to of the log, both included; an open end is the head. */
export type Range = { from: number; to: number | null }

/** Everything that is known of a session, folded from its log. Bounded by `limits.ts`: history is read by views over seq ranges. */
export type SessionState = {
  id: string
  /** The head: the seq of the newest event that was folded. */
  seq: number
  log: LogState
  branch: BranchState
  /** The parts of the log that the conversation consists of. */
  live: readonly Range[]
}

/** What follows the whole log, whatever was rewound. */
export type LogState = {
  openedAt: string
  updatedAt: string
  workspace: string
  project: string
  parent: { session: string; seq: number } | null
  startedBy: { session: string; seq: number } | null
  title: string | null
  /** Set by a person: the title is no longer taken from the first input. */
  titled: boolean
  tags: readonly string[]
  pinned: boolean
  archived: boolean
  trashed: boolean
  model: string | null
  /** The seq that named it: see `modelHere`. */
  modelAt: number
  server: Server | null
  mode: WorkflowMode | null
  /** Null: as the provider has it. */
  effort: Effort | null
  permission: Permission
  grants: readonly Grant[]
  owner: Owner | null
  inputs: Inputs
  turn: OpenTurn | null
  /** The stopped turn that a person asked to resume. */
  resume: string | null
  /** A person asked for a compaction that was not done yet. */
  compact: { seq: number; focus: string | null; keep: number | null } | null
  context: ContextSize | null
  /** How many model calls have an outcome, by purpose: the position in a script. */
  outcomes: { readonly [purpose in EventData<"model.asked">["purpose"]]?: number }
  intents: Intents
  asks: Asks
  usage: { total: Totals; turn: Totals }
  /** The first event that this program does not understand: the log is read-only here. */
  newer: { seq: number; type: string; v: number } | null
}

/** What follows the live branch: a rewind takes it back. */
export type BranchState = {
  task: string | null
  messages: number
  /** The inputs that were accepted on this branch and wait: one that is withdrawn is no message of it any more. */
  waiting: readonly string[]
  /** The open model call whose answer will be a message: its `model.asked` is on this branch. */
  answering: number | null
  workflow: Workflow
  /** The plan that a person is asked to approve since the task was routed, and what they said to it in this turn. */
  approval: PlanApproval | null
  timeline: readonly TimelineEntry[]
  legacyTrace: readonly (LegacyTrace & { seq: number })[]
  ledger: readonly LedgerItem[]
  done: Done | null
  prompts: readonly PromptSnapshot[]
  artifacts: { readonly [kind in ArtifactKind]?: Artifact }
  compaction: Compaction | null
  /** Long tool results up to this seq are sent in short. */
  trimmed: number
  /** The files that the model knows, as it saw them last. */
  seen: readonly { path: string; hash: string }[]
  stop: Stop | null
}

/** Where the model is asked; `at` is the seq that set it: see `serverHere`. */
type Server = { baseUrl: string; at: number }

/** `…At` is the seq that set it: a log from another machine has no privileges here, see `permissionsHere`. */
export type Permission = {
  mode: PermissionMode
  modeAt: number
  prompting: boolean
  ruleCounts: { allow: number; deny: number; ask: number }
  rulesSource: string | null
  rulesAt: number
}

export type Grant = {
  seq: number
  ask: string
  call: string | null
  tool: string | null
  /** What it covers beyond its call. */
  subject: string | null
  argumentsHash: string | null
  scope: string
}

type Owner = { type: string; path: string; host: string; pid: number | null; epoch: number; seq: number }

export type Input = {
  seq: number
  input: string
  kind: "send" | "queue" | "steer" | "interrupt"
  text: string
  attachments: NonNullable<EventData<"input.accepted">["attachments"]>
  /** What the turn that it starts must show. */
  require: Requirement | null
  by: Actor
}

/** Waiting inputs in the order in which they will be taken; held after a stop that a person must look at. */
type Inputs = { waiting: readonly Input[]; held: boolean }

type OpenTurn = {
  id: string
  seq: number
  task: string
  input: string | null
  resumes: string | null
  require: Requirement | null
  startedAt: string
  cancel: { seq: number; by: Actor; why: "cancelled" | "superseded" } | null
  progress: Progress
}

/** The progress of the open turn: the basis of the next decision. */
export type Progress = {
  /** Answers of the model in this turn. */
  steps: number
  /** What came of the newest call of the model, if nothing was said to it since. */
  last:
    | { outcome: "answered"; seq: number; calls: number; finish: string; cut: readonly string[] }
    | {
        outcome: "failed"
        seq: number
        kind: EventData<"model.failed">["kind"]
        message: string
        retryAt: string | null
      }
    | { outcome: "interrupted"; seq: number }
    | null
  /** Calls of the model without an answer, in a row; and answers that hit the length limit. */
  failures: number
  cutAnswers: number
  /** How often the context was too large for the provider since the last answer, or a compaction for it could not help. */
  overflows: number
  /** How often the model was asked to repair an answer, by the reason code of the note. */
  repairs: { readonly [code: string]: number }
  /** Tool calls that failed in a row, and those of them that were denied. */
  toolErrors: number
  denials: number
  /** The newest calls with what came of them, as digests. */
  recentCalls: readonly string[]
  /** How many changes of files there were, and how many calls may have made more, unseen. */
  changed: number
  unseen: number
  /** How often the turn was resumed with nothing new since, and the longest text that was left of an answer. */
  recoveries: number
  salvaged: number
  /** A person asked to resume, or the driver detached in order: the next owner does not count as a crash recovery. */
  resumeExpected: boolean
}

/** Open intents: started, with no outcome yet. After a crash their outcome is unknown, never "not done". */
export type Intents = {
  model: { seq: number; purpose: EventData<"model.asked">["purpose"]; model: string } | null
  restore: { seq: number } | null
  tools: readonly OpenTool[]
}

export type OpenTool = {
  call: string
  name: string
  calledAt: number
  startedAt: number | null
  argumentsHash: string | null
  /** The check that the workflow called it for; null for a call of the model. */
  check: { attempt: string; check: string } | null
}

type OpenAsk = {
  seq: number
  ask: string
  kind: EventData<"ask.opened">["kind"]
  question: string
  call: string | null
  tool: string | null
  subject: string | null
  argumentsHash: string | null
}

type AnsweredAsk = {
  ask: string
  seq: number
  call: string | null
  by: Actor
  at: string
  answer: string
  text: string | null
}

type Asks = { open: readonly OpenAsk[]; answered: readonly AnsweredAsk[] }

/** `unpriced` counts the calls whose price is not known: then the cost is only that of the others. */
export type Totals = { [kind in keyof Usage]-?: number } & {
  unpriced: number
  calls: number
  tools: number
  turns: number
}

type Workflow = {
  mode: WorkflowMode
  reasonCode: string | null
  reasonSummary: string | null
  decisionKind: string | null
  ambiguity: number | null
  complexity: number | null
  scheduledNextMode: WorkflowMode | null
  lastDecision: { code: string; summary: string } | null
  /** The rounds of clarifying since the task was routed: the question, its answer, and whether it led to a brief. */
  clarify: readonly { ask: string; asked: number; answered: number | null; reviewed: boolean }[]
}

type PlanVerdict = "approved" | "rejected" | "rejected-with-words"

/** `answered` is the seq of the answer. */
export type PlanApproval = { ask: string; answered: number | null; verdict: PlanVerdict | null }

export type TimelineEntry = (Decision | Note) & { seq: number; at: string }

export type CheckState = Check & {
  status: CheckStatus
  startedAt: number | null
  finishedAt: number | null
  summary: string | null
}

export type Attempt = {
  id: string
  number: number
  status: CheckStatus
  supersedes: string | null
  /** The seq of its plan. */
  plannedAt: number
  /** The strongest proof on offer for what was touched, and the files that nothing proves. */
  strongest: Strength | null
  uncovered: readonly string[]
  checks: readonly CheckState[]
}

export type Done = {
  task: string
  /** The turn that works on it, and the seq of its definition. */
  turn: string | null
  definedAt: number
  status: "draft" | "in-progress" | "verifying" | "fixing" | "done" | "failed"
  criteria: readonly { id: string; text: string }[]
  items: readonly DoneItem[]
  /** The last of the files that the work changed, and how many there are. */
  touched: readonly { path: string; hash: string | null }[]
  touchedCount: number
  /** When a file was changed last, one that had not been touched before, and when anything was done at all. */
  changedAt: number | null
  newFileAt: number | null
  actedAt: number | null
  size: "small" | "standard" | "large"
  confidence: "low" | "medium" | "high"
  retries: number
  retryBudget: number
  /** The newest attempt, and the one that it took the place of. */
  attempts: readonly Attempt[]
}

/** The newest version of a brief or plan; `edited` when a person wrote it. */
type Artifact = { version: number; blob: string; seq: number; edited: boolean }

type Stop = {
  seq: number
  turn: string
  code: StopCode
  summary: string
  /** What was required of the turn and its facts do not show. */
  unmet: Requirement | null
  at: string
}
