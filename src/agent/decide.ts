import type { Evidence } from "../session/event/common.ts"
import type { TurnFacts } from "../session/event/facts.ts"
import type { StopCode } from "../session/event/turn.ts"
import type { Note } from "../session/event/workflow.ts"
import type { EventData } from "../session/event.ts"
import type { CheckState, Input, OpenTool, Progress, SessionState } from "../session/state.ts"
import { isWork, laneAction } from "./lane.ts"
import { limitReached, timeReached, waitToRetry } from "./limit-reached.ts"
import type { Limits } from "./limits.ts"
import { exhaustedNote } from "./recovery/note.ts"
import { endlessFinishes, mayTell, type Trouble, troubleOf, troubles } from "./recovery/trouble.ts"

/** What to do next. `perform/` has one file for each. */
export type Action =
  | { do: "wait"; for: "input" | "answer" }
  | { do: "wait-until"; at: string }
  | { do: "settle-restore"; started: number }
  | { do: "start-turn"; input: Input }
  | { do: "resume-turn"; turn: string }
  | { do: "take-inputs"; inputs: readonly Input[] }
  | { do: "ask-model" }
  | { do: "mend"; trouble: Trouble }
  | { do: "compact"; reason: "overflow" | "asked" }
  | { do: "settle-model"; asked: number; reason: EventData<"model.interrupted">["reason"] }
  | { do: "begin-tools"; calls: readonly OpenTool[] }
  | { do: "settle-tools"; calls: readonly OpenTool[] }
  | { do: "end-tools"; calls: readonly OpenTool[]; because: string; crashed: Stop | null }
  | { do: "ask-question" }
  | { do: "write-brief" }
  | { do: "write-plan" }
  | { do: "ask-approval" }
  | { do: "follow-plan" }
  | { do: "begin-check"; check: CheckState }
  | { do: "settle-check"; started: number }
  | { do: "end-checks"; because: string; crashed: Stop | null }
  | { do: "judge" }
  | { do: "stop"; stop: Stop }

export type Stop = {
  code: StopCode
  summary: string
  evidence?: Evidence[]
  missing?: string[]
  facts?: TurnFacts
  during?: { seq: number; what: string }
  /** What the timeline tells of it. */
  note?: Note
}

export type Situation = {
  limits: Limits
  /** In milliseconds since the epoch. */
  now: number
  /** Whether calls of this tool may run side by side: it only looks. */
  onlyLooks(tool: string): boolean
}

/** What should happen next, given everything that has happened. Pure. */
export function decide(state: SessionState, situation: Situation): Action {
  const { turn, intents, asks } = state.log
  if (intents.restore !== null) return { do: "settle-restore", started: intents.restore.seq }
  if (!turn) return beginning(state)
  if (turn.cancel) return ending(state, { code: turn.cancel.why, summary: cancelSummaries[turn.cancel.why] })
  if (waitsForAnswer(state)) return { do: "wait", for: "answer" }
  if (turn.progress.recoveries > situation.limits.recoveries) return ending(state, crashed(state))
  if (intents.model) return { do: "settle-model", asked: intents.model.seq, reason: "crashed" }
  const [check] = intents.checks
  if (check) return { do: "settle-check", started: check.seq }
  if (intents.tools.length > 0) return working(state, situation)
  if (asks.open.length > 0) return { do: "wait", for: "answer" }
  const steering = state.log.inputs.waiting.filter(({ kind }) => kind === "steer")
  if (steering.length > 0) return steered(steering, state, turn.progress, situation)
  return advancing(state, turn.progress, situation)
}

function beginning({ log }: SessionState): Action {
  // Only a compaction is done between turns.
  if (log.intents.model) return { do: "settle-model", asked: log.intents.model.seq, reason: "crashed" }
  if (log.compact) return { do: "compact", reason: "asked" }
  if (log.resume) return { do: "resume-turn", turn: log.resume }
  const [input] = log.inputs.waiting
  return input && !log.inputs.held ? { do: "start-turn", input } : { do: "wait", for: "input" }
}

/** Law: end. What was begun is settled before the stop record. */
function ending({ log }: SessionState, stop: Stop): Action {
  const { model, tools, checks } = log.intents
  const reason = stop.code === "cancelled" || stop.code === "superseded" ? stop.code : "crashed"
  if (model) return { do: "settle-model", asked: model.seq, reason }
  if (tools.length > 0) {
    return { do: "end-tools", calls: tools, because: stop.summary, crashed: reason === "crashed" ? stop : null }
  }
  if (checks.length > 0) {
    return { do: "end-checks", because: stop.summary, crashed: reason === "crashed" ? stop : null }
  }
  return { do: "stop", stop }
}

const cancelSummaries = {
  cancelled: "Cancelled by a person",
  superseded: "Stopped for a newer input",
} as const

function waitsForAnswer({ log }: SessionState): boolean {
  const { tools } = log.intents
  if (tools.some(({ startedAt }) => startedAt !== null)) return false
  return log.asks.open.some(({ call }) => call !== null && call === tools[0]?.call)
}

/** Calls that only look run side by side; any other has the workspace to itself, in the order of the answer. */
function working({ log }: SessionState, { onlyLooks }: Situation): Action {
  const open = log.intents.tools
  const started = open.filter(({ startedAt }) => startedAt !== null)
  if (started.length > 0) return { do: "settle-tools", calls: started }
  const firstToWait = open.findIndex(({ name }) => !onlyLooks(name))
  const looks = firstToWait === -1 ? open : open.slice(0, firstToWait)
  // Beside a call that was answered for, others may still wait for their own answer.
  const ready = looks.filter(({ call }) => !log.asks.open.some((ask) => ask.call === call))
  return { do: "begin-tools", calls: ready.length > 0 ? ready : open.slice(0, 1) }
}

/** What is said to the model makes it be asked again: not before the time that the last failure named. */
function steered(inputs: readonly Input[], state: SessionState, { last }: Progress, situation: Situation): Action {
  const retryAt = last?.outcome === "failed" ? last.retryAt : null
  return retryAt !== null && Date.parse(retryAt) > situation.now
    ? waitToRetry(retryAt, state, situation)
    : { do: "take-inputs", inputs }
}

function advancing(state: SessionState, progress: Progress, situation: Situation): Action {
  const { last } = progress
  if (last?.outcome === "failed") return afterFailure(last, state, progress, situation)
  const mending = mended(state, progress, situation.limits)
  if (mending) return mending
  if (last?.outcome === "answered" && last.calls === 0) {
    const cutOff = last.finish === "length" && progress.cutAnswers <= situation.limits.cutAnswers
    if (!cutOff) return afterAnswer(last.finish, state, progress)
  }
  return next(state, progress, situation)
}

/** Where the answer cannot be used, the model is told why; as often as it may be, and then the turn ends. */
function mended(state: SessionState, progress: Progress, limits: Limits): Action | null {
  const trouble = troubleOf(progress, limits)
  if (trouble === null) return null
  if (mayTell(trouble, progress, limits)) return { do: "mend", trouble }
  const { end } = troubles[trouble]
  if (end === null) return null
  const note = exhaustedNote(trouble, state)
  return { do: "stop", stop: { code: end.stop, summary: end.summary, ...(note ? { note } : {}) } }
}

/** What the workflow wants, or else one step more. */
function next(state: SessionState, progress: Progress, situation: Situation): Action {
  const wanted = laneAction(state) ?? { do: "ask-model" }
  if (!asksModel.has(wanted.do)) return wanted
  return limitReached(state, progress, situation) ?? (state.log.compact ? { do: "compact", reason: "asked" } : wanted)
}

const asksModel: ReadonlySet<Action["do"]> = new Set(["ask-model", "ask-question", "write-brief", "write-plan"])

type Failed = Extract<NonNullable<Progress["last"]>, { outcome: "failed" }>

const failureStops = {
  refused: "provider-refused",
  empty: "provider-empty",
  length: "provider-failed",
  "context-overflow": "context-overflow",
  "rate-limit": "provider-failed",
  server: "provider-failed",
  connection: "provider-failed",
  auth: "auth-failed",
  timeout: "provider-failed",
  other: "provider-failed",
} as const satisfies Record<Failed["kind"], StopCode>

/** The failures that the model itself can do something about. */
const failureTroubles: Readonly<Partial<Record<Failed["kind"], Trouble>>> = {
  empty: "empty-answer",
  length: "cut-thought",
}

/** A failure that says when to try again is tried again; the others end the turn. */
function afterFailure(last: Failed, state: SessionState, progress: Progress, situation: Situation): Action {
  const { limits, now } = situation
  if (last.kind === "context-overflow" && progress.overflows === 1) {
    return timeReached(state, situation) ?? { do: "compact", reason: "overflow" }
  }
  const trouble = failureTroubles[last.kind]
  const again = trouble ? mayTell(trouble, progress, limits) : progress.failures <= limits.modelRetries
  if (last.retryAt === null || !again) {
    const during = { seq: last.seq, what: "asking the model" }
    const note = trouble && !again ? exhaustedNote(trouble, state) : null
    return {
      do: "stop",
      stop: { code: failureStops[last.kind], summary: last.message, during, ...(note ? { note } : {}) },
    }
  }
  if (Date.parse(last.retryAt) > now) return waitToRetry(last.retryAt, state, situation)
  return trouble ? { do: "mend", trouble } : next(state, progress, situation)
}

/** Done means evidence: what counts as work is judged by it. */
function afterAnswer(finish: string, state: SessionState, progress: Progress): Action {
  if (endlessFinishes.has(finish)) {
    return { do: "stop", stop: { code: "text-loop", summary: "The model says the same thing over and over" } }
  }
  if (finish === "length") {
    const summary = "The answer was cut off by the model's length limit again and again"
    return { do: "stop", stop: { code: "provider-failed", summary } }
  }
  if (!isWork(state)) return { do: "stop", stop: withoutJudgement(progress) }
  return laneAction(state) ?? { do: "judge" }
}

/** The end of a turn without a definition of done, such as one that only looks around. Done means evidence there too: what changed after all is unverified. */
function withoutJudgement({ changed, unseen }: Progress): Stop {
  if (changed + unseen === 0) return { code: "answered", summary: "Answered" }
  const files = changed === 0 ? "" : ` with ${changed} file ${changed === 1 ? "change" : "changes"}`
  const more = unseen === 0 ? "" : `; what ${unseen} tool ${unseen === 1 ? "call" : "calls"} changed is not known`
  return {
    code: "completed-unverified",
    summary: `Finished${files}${more}; nothing was run to prove it`,
    missing: ["a check that ran after the last change"],
  }
}

function crashed({ log }: SessionState): Stop {
  const { model, tools, checks } = log.intents
  const [tool] = tools
  const [check] = checks
  const last = log.turn?.progress.last
  const during = model
    ? { seq: model.seq, what: `asking ${model.model}` }
    : tool
      ? { seq: tool.startedAt ?? tool.calledAt, what: `running ${tool.name}` }
      : check
        ? { seq: check.seq, what: `checking with ${check.command}` }
        : last?.outcome === "interrupted"
          ? { seq: last.seq, what: "asking the model" }
          : { seq: log.turn?.seq ?? 1, what: "between two steps" }
  return { code: "crashed", summary: `It crashed again and again while ${during.what} at seq ${during.seq}`, during }
}
