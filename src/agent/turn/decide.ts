import type { Evidence } from "../../session/event/common.ts"
import type { StopCode } from "../../session/event/turn.ts"
import type { TurnFacts } from "../../session/event/turn-facts.ts"
import type { Note } from "../../session/event/workflow.ts"
import type { EventData } from "../../session/event.ts"
import type { CheckState, Input, OpenTool, Progress, SessionState } from "../../session/state.ts"
import { plannedCheck } from "../../session/view/check-event.ts"
import { exhaustedNote } from "../recovery/repair-note.ts"
import {
  endlessFinishes,
  mayRepair,
  type RepairableFailure,
  repairableFailureOf,
  repairableFailures,
} from "../recovery/repairable-failure.ts"
import { limitReached, timeReached, waitToRetry } from "./limit-reached.ts"
import type { Limits } from "./limits.ts"
import { isWork, modeAction } from "./mode-action.ts"

/** What to do next. `perform/` has one file for each. */
export type Action =
  | { do: "wait"; for: "input" | "answer" }
  | { do: "wait-until"; at: string }
  | { do: "settle-restore"; started: number }
  | { do: "start-turn"; from: { input: Input } | { resumes: string } }
  | { do: "take-inputs"; inputs: readonly Input[] }
  | { do: "ask-model"; for: "answer" | "question" | "brief" | "plan" }
  | { do: "repair"; trouble: RepairableFailure }
  | { do: "compact"; reason: "overflow" | "asked" }
  | { do: "settle-model"; asked: number; reason: EventData<"model.interrupted">["reason"] }
  | { do: "begin-tools"; calls: readonly OpenTool[] }
  | { do: "settle-tools"; calls: readonly OpenTool[] }
  | { do: "end-tools"; calls: readonly OpenTool[]; because: string; crashed: Stop | null }
  | { do: "ask-approval" }
  | { do: "follow-plan" }
  | { do: "call-check"; check: CheckState }
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
  /** The completion decision, without its evidence, and what the work came to. */
  decision?: Note
  done?: EventData<"done.changed">
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
  if (turn.cancel) {
    const { summary, because } = cancelWords[turn.cancel.why]
    return ending(state, { code: turn.cancel.why, summary }, because)
  }
  if (waitsForAnswer(state)) return { do: "wait", for: "answer" }
  if (turn.progress.recoveries > situation.limits.recoveries) return ending(state, crashed(state))
  if (intents.model) return { do: "settle-model", asked: intents.model.seq, reason: "crashed" }
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
  if (log.resume) return { do: "start-turn", from: { resumes: log.resume } }
  const [input] = log.inputs.waiting
  return input && !log.inputs.held ? { do: "start-turn", from: { input } } : { do: "wait", for: "input" }
}

/** Law: end. What was started is settled before the stop record. */
function ending({ log }: SessionState, stop: Stop, because = stop.summary): Action {
  const { model, tools } = log.intents
  const reason = stop.code === "cancelled" || stop.code === "superseded" ? stop.code : "crashed"
  if (model) return { do: "settle-model", asked: model.seq, reason }
  if (tools.length > 0) {
    return { do: "end-tools", calls: tools, because, crashed: reason === "crashed" ? stop : null }
  }
  return { do: "stop", stop }
}

/** The summary is for the person, the other for the model, which reads it as the outcome of a call. */
const cancelWords = {
  cancelled: { summary: "Cancelled by you", because: "Cancelled by a person" },
  superseded: { summary: "Stopped for a newer input", because: "Stopped for a newer input" },
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
  const repair = repairOf(state, progress, situation.limits)
  if (repair) return repair
  if (last?.outcome === "answered" && last.calls === 0) {
    const cutOff = last.finish === "length" && progress.cutAnswers <= situation.limits.cutAnswers
    if (!cutOff) return afterAnswer(last.finish, state, progress)
  }
  return next(state, progress, situation)
}

/** Where the answer cannot be used, the model gets the reason and another try, up to a limit; then the turn ends. */
function repairOf(state: SessionState, progress: Progress, limits: Limits): Action | null {
  const trouble = repairableFailureOf(progress, limits)
  if (trouble === null) return null
  if (mayRepair(trouble, progress, limits)) return { do: "repair", trouble }
  const { end } = repairableFailures[trouble]
  if (end === null) return null
  const note = exhaustedNote(trouble, state)
  return { do: "stop", stop: { code: end.stop, summary: end.summary, ...(note ? { note } : {}) } }
}

/** What the workflow wants, or else one step more. */
function next(state: SessionState, progress: Progress, situation: Situation): Action {
  const wanted: Action = modeAction(state) ?? { do: "ask-model", for: "answer" }
  if (wanted.do !== "ask-model") return wanted
  return limitReached(state, progress, situation) ?? (state.log.compact ? { do: "compact", reason: "asked" } : wanted)
}

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
const failureTroubles: Readonly<Partial<Record<Failed["kind"], RepairableFailure>>> = {
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
  const again = trouble ? mayRepair(trouble, progress, limits) : progress.failures <= limits.modelRetries
  if (last.retryAt === null || !again) {
    const during = { seq: last.seq, what: "asking the model" }
    const note = trouble && !again ? exhaustedNote(trouble, state) : null
    return {
      do: "stop",
      stop: { code: failureStops[last.kind], summary: last.message, during, ...(note ? { note } : {}) },
    }
  }
  if (Date.parse(last.retryAt) > now) return waitToRetry(last.retryAt, state, situation)
  return trouble ? { do: "repair", trouble } : next(state, progress, situation)
}

/** Done means evidence: what counts as work is judged by it. */
function afterAnswer(finish: string, state: SessionState, progress: Progress): Action {
  if (endlessFinishes.has(finish)) {
    return { do: "stop", stop: { code: "text-loop", summary: "The model kept repeating itself" } }
  }
  if (finish === "length") {
    return { do: "stop", stop: { code: "provider-failed", summary: "The answer hit the length limit repeatedly" } }
  }
  if (!isWork(state)) return { do: "stop", stop: withoutJudgement(progress) }
  return modeAction(state) ?? { do: "judge" }
}

/** The end of a turn without a definition of done, such as one that only looks around. Done means evidence there too: what changed after all is unverified. */
function withoutJudgement({ changed, unseen }: Progress): Stop {
  if (changed + unseen === 0) return { code: "answered", summary: "Answered" }
  const files = changed === 0 ? "" : ` with ${changed} file ${changed === 1 ? "change" : "changes"}`
  const more = unseen === 0 ? "" : `; what ${unseen} tool ${unseen === 1 ? "call" : "calls"} changed is not known`
  return {
    code: "completed-unverified",
    summary: `Finished${files}${more}; no check was run`,
    missing: ["a check that ran after the last change"],
  }
}

function crashed(state: SessionState): Stop {
  const { log } = state
  const { model, tools } = log.intents
  const [tool] = tools
  const last = log.turn?.progress.last
  const during = model
    ? { seq: model.seq, what: `asking ${model.model}` }
    : tool
      ? { seq: tool.startedAt ?? tool.calledAt, what: whatRuns(tool, state) }
      : last?.outcome === "interrupted"
        ? { seq: last.seq, what: "asking the model" }
        : { seq: log.turn?.seq ?? 1, what: "between two steps" }
  return { code: "crashed", summary: `Holdfast crashed repeatedly while ${during.what} at seq ${during.seq}`, during }
}

function whatRuns({ name, check }: OpenTool, state: SessionState): string {
  return check ? `checking with ${plannedCheck(state, check)?.command ?? name}` : `running ${name}`
}
