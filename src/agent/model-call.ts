import type { Failure, Purpose, Request } from "../models/contract.ts"
import type { NewEvent } from "../session/event.ts"
import { modelHere } from "../session/view/model.ts"
import { serverHere } from "../session/view/server.ts"
import type { Piece } from "../store/contract.ts"
import { type Answer, hear } from "./answer.ts"
import { backoff } from "./limits.ts"
import { unusable } from "./unusable-model.ts"
import { decided, happened, moveTo, type Work } from "./work.ts"

/** What the model is asked, and what is said in the log before the call. */
export type Question = Pick<Request, "instructions" | "messages" | "tools"> & {
  purpose: Purpose
  before: readonly NewEvent[]
  /** The `prompt.built` that it is asked with. */
  prompt?: number | undefined
}

/** An answer that came to its end. */
export type Whole = Answer & { end: Extract<Answer["end"], { type: "finished" }> }

/**
 * One call of the model: the intent, what it streams, and its outcome, with what follows from it. When it is stopped,
 * the turn's end settles it.
 */
export async function callModel(
  work: Work,
  question: Question,
  follow: (answer: Whole, asked: number) => NewEvent[] | Promise<NewEvent[]>,
): Promise<void> {
  const { store, lease, state, signal } = work
  const { purpose, before, prompt, ...said } = question
  const { foreignThrough } = work.permissions
  const name = modelHere(state, foreignThrough)
  const model = await work.model(name, serverHere(state, foreignThrough)).catch(unusable(name))
  const position = groupOf(purpose).reduce((sum, name) => sum + (state.log.outcomes[name] ?? 0), 0)
  const attempt = (state.log.turn?.progress.failures ?? 0) + 1
  const asked = await decided(work, [
    ...before,
    {
      type: "model.asked",
      data: {
        purpose,
        model: model.name,
        ...(prompt === undefined ? {} : { prompt }),
        ...(attempt > 1 ? { attempt } : {}),
      },
    },
  ])
  const checkpoint = (piece: Piece) => store.checkpoint(lease, asked, piece)
  const answer = await hear(model.stream({ ...said, purpose, position }, signal), { checkpoint, signal })
  if (signal.aborted && answer.end?.type !== "finished") return
  const whole = isWhole(answer) ? answer : purpose === "clarify" || purpose === "plan" ? saidNothing(answer) : null
  const outcome = whole ? await follow(whole, asked) : failed(asked, answer, work)
  await happened(work, outcome)
}

/** The answer as an event; the calls in it are named by whoever runs them. */
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
    },
  }
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

function failed(asked: number, { end, text }: Answer, work: Work): NewEvent[] {
  const failure = end?.type === "failed" ? end.failure : cutOff
  const { kind, message, status, usage } = failure
  const wait = waitFor(failure, work)
  const retryAt = wait === undefined ? undefined : new Date(work.now() + wait).toISOString()
  return [
    {
      type: "model.failed",
      data: {
        asked,
        kind,
        message,
        ...(status === undefined ? {} : { status }),
        ...(text ? { text } : {}),
        ...(usage ? { usage } : {}),
        ...(retryAt ? { retryAt } : {}),
      },
    },
    ...(retryAt
      ? moveTo("assistant", "repair", { kind: "retry", code: `repair_${kind.replaceAll("-", "_")}`, summary: message })
      : []),
  ]
}

const worthARetry: ReadonlySet<Failure["kind"]> = new Set(["empty", "rate-limit", "server", "connection", "timeout"])

/** How long to wait before asking again; undefined where asking again would change nothing. */
function waitFor({ kind, retryAfterMs }: Failure, { state }: Work): number | undefined {
  if (!worthARetry.has(kind)) return undefined
  if (kind === "empty") return 0
  const failures = state.log.turn?.progress.failures ?? 0
  return retryAfterMs ?? Math.min(backoff.mostMs, backoff.firstMs * 2 ** failures)
}
