import { plainName } from "../../base/plain-name.ts"
import type { Failure, Model, Purpose, Request, ToolFormat } from "../../models/contract.ts"
import type { Fences } from "../../models/text-calls/fence.ts"
import { quotedFrom } from "../../models/text-calls/quoted-call.ts"
import { recoverTextCalls } from "../../models/text-calls/text-calls.ts"
import type { Usage } from "../../session/event/common.ts"
import { conversational } from "../../session/event/model.ts"
import type { EventData, NewEvent } from "../../session/event.ts"
import { limits as eventLimits } from "../../session/limits.ts"
import type { Piece } from "../../store/contract.ts"
import { findTool } from "../../tools/tool-set.ts"
import { endlessFinishes, repairableFailures } from "../recovery/repairable-failure.ts"
import { lengthLimit, longestAnswer, outputLeft } from "./answer-length.ts"
import { type Answer, consumeAnswer } from "./consume-answer.ts"
import { watchDeadline } from "./deadline.ts"
import { answerLength, backoff, outputTokens } from "./limits.ts"
import { openedModel } from "./opened-model.ts"
import { decided, happened, type Work } from "./work.ts"

/** What the model is asked, and what is said in the log before the call. */
export type Question = Pick<Request, "instructions" | "messages" | "tools" | "toolFormat" | "instructionsIn"> & {
  purpose: Purpose
  before: readonly NewEvent[]
  /** Stores what those events name. */
  keep?(): Promise<unknown>
  /** The one that is asked, where it was opened already. */
  model?: Model
  /** The `prompt.built` that it is asked with. */
  prompt?: number | undefined
  /** How large the request is estimated to be. */
  tokens?: number
  /** The threshold that was chosen for the context. */
  threshold?: number
  /** What follows a failure. Where it is given, the call is not made again. */
  otherwise?(): NewEvent[] | Promise<NewEvent[]>
}

/** An answer that came to its end. */
export type Whole = Answer & { end: Extract<Answer["end"], { type: "finished" }> }

/**
 * One call of the model: the intent, what it streams, and its outcome, with what follows from it. When it is stopped,
 * the turn's end settles it; the time limit of the turn cuts it off, and so does the word to leave.
 */
export async function callModel(
  work: Work,
  question: Question,
  follow: (answer: Whole, asked: number) => NewEvent[] | Promise<NewEvent[]>,
): Promise<void> {
  const { store, lease, state, signal, leave } = work
  const { purpose, before, keep, prompt, tokens, threshold, otherwise, ...rest } = question
  const { model = await openedModel(work), ...said } = rest
  const window = model.contextWindow
  const position = groupOf(purpose).reduce((sum, name) => sum + (state.log.outcomes[name] ?? 0), 0)
  const attempt = otherwise ? 1 : (state.log.turn?.progress.failures ?? 0) + 1
  const kept = keep?.()
  const appended = decided(work, [
    ...before,
    {
      type: "model.asked",
      data: {
        purpose,
        model: model.name,
        ...(prompt === undefined ? {} : { prompt }),
        ...(attempt > 1 ? { attempt } : {}),
        ...(tokens === undefined
          ? {}
          : {
              context: {
                tokens,
                ...(window === null ? {} : { window }),
                ...(threshold === undefined ? {} : { threshold }),
              },
            }),
      },
    },
  ])
  const [asked] = await Promise.all([appended, kept])
  const checkpoint = (piece: Piece) => store.checkpoint(lease, asked, piece)
  const deadline = watchDeadline(work)
  const cut = AbortSignal.any([deadline.signal, leave])
  const room = roomFor(work, tokens ?? 0, window)
  const effort = purpose !== "compact" && purpose !== "title" && state.log.effort ? { effort: state.log.effort } : {}
  const stream = model.stream({ ...said, ...room.asked, ...effort, purpose, position }, cut)
  const calls = recoverTextCalls({
    isTool: (name) => findTool(work.tools, name) !== undefined,
    isOwnName: (name) => work.tools.some((tool) => plainName(tool.name) === plainName(name)),
    format: said.toolFormat ?? "native",
    isQuoted: quotedFrom(said.messages),
    fences: meantFences(state, said.toolFormat),
  })
  const limited = lengthLimit(room.characters, room.usage)
  const received = await consumeAnswer(stream, { limited, calls, checkpoint, signal: cut }).finally(deadline.end)
  if (signal.aborted && received.end?.type !== "finished") return
  const reason = deadline.passed() ? "time-limit" : leave.aborted ? "left" : null
  if (reason && received.end?.type !== "finished")
    return void (await happened(work, [interrupted(asked, received, reason)]))
  const answer = conversational.has(purpose) ? settled(withOwnIds(received, position)) : received
  const whole = isWhole(answer) ? answer : purpose === "clarify" || purpose === "plan" ? saidNothing(answer) : null
  if (whole) return void (await happened(work, await follow(whole, asked)))
  await happened(work, otherwise ? [failedFor(asked, answer), ...(await otherwise())] : failed(asked, answer, work))
}

/**
 * A call in a code fence may be an example. It is meant where a model that has to write its calls as text answers
 * with nothing else, or where the model was asked in this turn whether it meant one.
 */
function meantFences({ log }: Work["state"], format: ToolFormat = "native"): Fences {
  if (log.turn?.progress.repairs[repairableFailures["unconfirmed-call"].code]) return "last"
  return format === "native" ? "none" : "alone"
}

type AnswerRoom = { characters: number; usage?: Usage; asked?: Pick<Request, "maxOutputTokens"> }

/** How long the answer may be, and what the server is asked for: no more than is left of the tokens of the turn. */
function roomFor({ state, limits }: Work, request: number, window: number | null): AnswerRoom {
  const { input, output } = state.log.usage.turn
  const left = outputLeft({ budget: limits.tokens, used: input + output, request })
  const characters = longestAnswer(window)
  if (left === null || answerLength.perToken * left >= characters) return { characters }
  return {
    characters: answerLength.perToken * left,
    usage: { input: request, output: left },
    ...(left <= outputTokens.most ? { asked: { maxOutputTokens: left } } : {}),
  }
}

function interrupted(asked: number, { text, reasoning }: Answer, reason: "time-limit" | "left"): NewEvent {
  return { type: "model.interrupted", data: { asked, reason, text, ...(reasoning ? { reasoning } : {}) } }
}

/** The answer as an event; the caller that runs its calls names them. */
export function answered(
  asked: number,
  { text, reasoning, end }: Whole,
  calls: readonly { call: string; name: string }[] = [],
): NewEvent {
  return {
    type: "model.answered",
    data: {
      asked,
      text,
      ...(reasoning ? { reasoning } : {}),
      ...(calls.length > 0 ? { calls: calls.map(({ call, name }) => ({ call, name })) } : {}),
      ...(end.usage ? { usage: end.usage } : {}),
      finish: end.finish,
      ...(end.cut?.length ? { cut: end.cut.slice(0, eventLimits.openTools).map(nameOf) } : {}),
    },
  }
}

const nameOf = (name: string) => name.slice(0, eventLimits.name)

/** What the calls found in a text are known by: a text has no ids, and they must differ over a session. */
function withOwnIds(answer: Answer, position: number): Answer {
  const calls = answer.calls.map((call, index) =>
    call.written === undefined ? call : { ...call, call: `text-${position}-${index + 1}` },
  )
  return { ...answer, calls }
}

/**
 * The answer as what it is: one that was cut off within a call is an answer without that call, and one of which nothing
 * is left once its thoughts are taken out is empty.
 */
function settled(answer: Answer): Answer {
  const { end, text, calls, startedCalls } = answer
  if (end?.type === "failed" && end.failure.kind === "length" && startedCalls.length > 0) {
    const { usage } = end.failure
    const cut = [...new Set(startedCalls.map(({ name }) => name))]
    return { ...answer, end: { type: "finished", finish: "length", cut, ...(usage ? { usage } : {}) } }
  }
  if (end?.type !== "finished" || text.trim() !== "" || calls.length > 0 || end.cut?.length) return answer
  if (endlessFinishes.has(end.finish)) return answer
  const kind = end.finish === "length" ? "length" : "empty"
  const message = `The model sent only reasoning, no answer (${end.finish})`
  return { ...answer, end: { type: "failed", failure: { kind, message, ...(end.usage ? { usage: end.usage } : {}) } } }
}

function isWhole(answer: Answer): answer is Whole {
  return answer.end?.type === "finished"
}

/** A question or a plan can be had without the model: one that says nothing is not asked again. */
function saidNothing(answer: Answer): Whole | null {
  const empty = answer.end?.type === "failed" && answer.end.failure.kind === "empty"
  return empty ? { ...answer, end: { type: "finished", finish: "empty" } } : null
}

/** The calls that share one sequence of a script. */
function groupOf(purpose: Purpose): readonly Purpose[] {
  const shared: readonly Purpose[] = ["turn", "clarify", "plan"]
  return shared.includes(purpose) ? shared : [purpose]
}

const cutOff: Failure = { kind: "connection", message: "The model's answer ended in the middle" }

function failed(asked: number, answer: Answer, work: Work): NewEvent[] {
  const failure = failureOf(answer)
  const { kind } = failure
  const wait = waitFor(failure, work)
  const retryAt = wait === undefined ? undefined : timeIn(wait, work)
  const again = retryAt === undefined ? {} : { retryAt, ...(isForTheModel(kind) ? {} : { retry: nextRetry(work) }) }
  return [failedFor(asked, { ...answer, end: { type: "failed", failure: withTime(failure, work) } }, again)]
}

/** A wait that is too long is left to a person, who sees why. */
function withTime(failure: Failure, work: Work): Failure {
  const { message, retryAfterMs = 0 } = failure
  if (retryAfterMs <= backoff.askedMs) return failure
  const advice = `The provider asks to wait until ${timeIn(retryAfterMs, work)}. Then run: holdfast resume`
  return { ...failure, message: `${message} ${advice}` }
}

function timeIn(milliseconds: number, { now }: Work): string {
  return new Date(now() + milliseconds).toISOString()
}

function failureOf({ end }: Answer): Failure {
  return end?.type === "failed" ? end.failure : cutOff
}

function nextRetry({ state, limits }: Work): { number: number; of: number } {
  return { number: (state.log.turn?.progress.failures ?? 0) + 1, of: limits.modelRetries }
}

type Again = Pick<EventData<"model.failed">, "retryAt" | "retry">

function failedFor(asked: number, answer: Answer, again: Again = {}): NewEvent {
  const { kind, message, status, usage } = failureOf(answer)
  return {
    type: "model.failed",
    data: {
      asked,
      kind,
      message,
      ...(status === undefined ? {} : { status }),
      ...(answer.text ? { text: answer.text } : {}),
      ...(usage ? { usage } : {}),
      ...again,
    },
  }
}

const worthARetry: ReadonlySet<Failure["kind"]> = new Set([
  "empty",
  "length",
  "rate-limit",
  "server",
  "connection",
  "timeout",
])

/** Failures that the model itself gets to see: it is asked again at once, and how often is decided there. */
const isForTheModel = (kind: Failure["kind"]) => kind === "empty" || kind === "length"

/** How long to wait before asking again; undefined where asking again would change nothing, or the server wants it too late. */
function waitFor({ kind, retryAfterMs }: Failure, work: Work): number | undefined {
  if (!worthARetry.has(kind)) return undefined
  if (isForTheModel(kind)) return 0
  const { number, of } = nextRetry(work)
  if (number > of) return undefined
  if (retryAfterMs !== undefined && retryAfterMs > backoff.askedMs) return undefined
  return retryAfterMs ?? Math.min(backoff.mostMs, backoff.firstMs * 2 ** (number - 1))
}
