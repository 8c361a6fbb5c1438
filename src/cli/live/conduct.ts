import type { Agent, Answer } from "../../agent/agent.ts"
import type { Rest } from "../../agent/turn/drive.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { type HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import type { OpenAsk } from "../session/answer-ask.ts"
import { shownAsk } from "../session/shown-ask.ts"
import type { Face } from "./face.ts"
import type { Item } from "./narrator.ts"
import { failedResultOf, type Result, resultOf } from "./result.ts"
import { listenToSignals } from "./signals.ts"
import { steeringOf } from "./steering.ts"
import { type Subject, type Target, targetOf } from "./target.ts"

export type PlanPolicy = "ask" | "approve" | "leave"

type Conducting = {
  agent: Agent
  store: Store
  session: string
  /** Events up to this seq are not shown. */
  after: number
  subject: Subject
  face: Face
  /** A line to print first if another process drives the session. */
  following?: string
  /** For a plan that waits for approval: ask, approve, or leave it waiting. */
  plans?: PlanPolicy
  /** Appends an answer; returns lines to print about it. */
  answer(ask: OpenAsk, answer: Answer): Promise<string | undefined>
}

/** How often to check whether a session driven by another process is free. */
const lookAgainMs = 300

/**
 * Drives a session and shows what happens until its turn stops or waits for a person. If another process drives it,
 * follows, and takes over when that process is gone.
 */
export async function conduct(conducting: Conducting): Promise<Result> {
  const { agent, store, session, after, subject, face } = conducting
  const target = targetOf(subject)
  const log = followed(store, session, after, async (item) => {
    if ("type" in item) {
      target.note(item)
      if (wishes.cancelled && item.type === "turn.started") await wishes.cancelTurn()
      if (item.type === "ask.answered" || item.type === "ask.expired") wishes.dismiss(String(item.data.ask))
    }
    await face.show(item)
  })
  const wishes = wishesOf(conducting, () => target)
  log.closed.catch(wishes.hangUp)
  const deaf = listenToSignals(wishes)
  const steering = steeringOf(conducting, target)
  face.listen?.(steering.send)
  try {
    let followsOther = false
    while (!wishes.gone.aborted) {
      const driven = await driveUnlessOwned(agent, session, {
        leave: wishes.gone,
        onLease: () => {
          wishes.driving = true
        },
      })
      if ("owned" in driven) {
        if (!followsOther) await face.say(`${driven.owned}; ${conducting.following ?? "following"}.`)
        followsOther = true
        wishes.driving = false
        await log.until(() => target.stop !== null, { atMostMs: lookAgainMs, signal: wishes.gone })
        if (target.stop) break
        continue
      }
      if ("failed" in driven) {
        const { seq } = await store.state(session)
        await log.until(() => log.seq >= seq, { signal: wishes.gone })
        if (target.turn === null) throw driven.failed
        return await failedResultOf(store, session, { target, error: driven.failed })
      }
      followsOther = false
      await log.until(() => log.seq >= driven.state.seq, { signal: wishes.gone })
      if (driven.rest === "input" && isHeldBack(driven.state, subject)) {
        await agent.resume(session, { skip: true })
        continue
      }
      if (driven.rest !== "answer" || target.stop) {
        if (await steering.sentMore()) continue
        break
      }
      if (!(await answerNext(driven.state, conducting, wishes)) && !wishes.cancelled) break
      await wishes.cancelling
    }
    await wishes.cancelling
    return await resultOf(store, session, target)
  } finally {
    deaf()
    steering.end()
    await steering.sentMore()
    await log.end()
    face.close()
  }
}

/** Whether an input sent into a turn is still queued because that turn stopped before consuming it. */
function isHeldBack({ log }: SessionState, subject: Subject): boolean {
  return "input" in subject && log.inputs.held && log.inputs.waiting.some(({ input }) => input === subject.input)
}

/** Asks the user; false if there is no answer. */
async function answerNext(state: SessionState, of: Conducting, wishes: WishState): Promise<boolean> {
  const { face } = of
  const [open] = state.log.asks.open
  if (!open) return false
  const answer = await answerTo(state, open, of, wishes)
  // Answered by someone else first: continue with that answer.
  if (!answer) return wishes.dismissed(open.ask)
  try {
    const more = await of.answer(open, answer)
    if (more) await face.say(more)
  } catch (error) {
    if (!isHoldfastError(error) || (error.code !== "answered" && error.code !== "stopped")) throw error
    await face.say(error.message)
  }
  return true
}

async function answerTo(
  state: SessionState,
  open: OpenAsk,
  { store, face, plans = "ask" }: Conducting,
  wishes: WishState,
): Promise<Answer | undefined> {
  if (open.kind === "plan" && plans !== "ask") return plans === "approve" ? { answer: "approve" } : undefined
  return face.ask?.(await shownAsk(store, state, open.seq), wishes.whileOpen(open.ask))
}

type WishState = ReturnType<typeof wishesOf>

/** What the user's signals have asked for. */
function wishesOf({ agent, store, session, subject, face }: Conducting, about: () => Target) {
  const gone = new AbortController()
  const dismissed = new Set<string>()
  let prompt: { ask: string; over: AbortController } | null = null
  const state = {
    cancelled: false,
    /** Settles when the cancel is in the log. */
    cancelling: Promise.resolve() as Promise<void>,
    /** This process has held the lease since it last found another driver: what is open is its own to cancel. */
    driving: false,
    gone: gone.signal,
    hangUp: () => gone.abort(),
    dismiss(ask: string) {
      dismissed.add(ask)
      if (prompt?.ask === ask) prompt.over.abort()
    },
    dismissed: (ask: string) => dismissed.has(ask),
    whileOpen(ask: string) {
      prompt = { ask, over: new AbortController() }
      if (dismissed.has(ask) || state.cancelled) prompt.over.abort()
      return AbortSignal.any([prompt.over.signal, gone.signal])
    },
    async cancelTurn() {
      const { turn } = about()
      const named = state.driving ? undefined : turn
      if (named === null) return
      await unlessStopped(agent.cancel(session, { ...(named ? { turn: named } : {}) }))
    },
    cancel() {
      state.cancelled = true
      state.cancelling = cancelOrLeave()
      // Reported where it is awaited; until then it must not crash the process as an unhandled rejection.
      state.cancelling.catch(() => gone.abort())
      prompt?.over.abort()
    },
    leave() {
      face.close()
      process.stderr.write(`\nExited. Resume with: holdfast resume ${shortId(session)}\n`)
      process.exit(130)
    },
  }
  // Do not cancel another process's turn, unless it was started for our input.
  const cancelOrLeave = async () => {
    const { turn: named, joined } = about()
    if (state.driving || (named !== null && !joined && "input" in subject)) return state.cancelTurn()
    if ("input" in subject && !joined) {
      const withdrawn = { type: "input.withdrawn" as const, data: { input: subject.input } }
      await unlessStopped(store.append(session, [withdrawn], "intent"))
      // The driver has consumed our input already: cancel the turn that it started.
      const { turn } = (await store.state(session)).log
      if (turn?.input === subject.input) await unlessStopped(agent.cancel(session, { turn: turn.id }))
    }
    gone.abort()
  }
  return state
}

async function unlessStopped(asking: Promise<unknown>): Promise<void> {
  try {
    await asking
  } catch (error) {
    if (!isHoldfastError(error) || (error.code !== "stopped" && error.code !== "illegal")) throw error
  }
}

type Driven = { state: SessionState; rest: Rest } | { owned: string } | { failed: HoldfastError }

async function driveUnlessOwned(
  agent: Agent,
  session: string,
  options: { leave: AbortSignal; onLease: () => void },
): Promise<Driven> {
  try {
    // `leave` ends it even in the middle of an answer: a closed terminal must not keep the process alive.
    return await agent.drive(session, options)
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return error.code === "owned" ? { owned: ownerWords(error) } : { failed: error }
  }
}

/** Which process runs the session, for people. */
function ownerWords({ details }: HoldfastError): string {
  const { path, pid } = (details.owner ?? {}) as { path?: string; pid?: number }
  return pid === undefined ? `Running in ${oneLine(path ?? "another process")}` : `Running in process ${pid}`
}

type Followed = {
  readonly seq: number
  /** Rejects when the log cannot be followed or the output is closed. */
  closed: Promise<void>
  until(condition: () => boolean, options: { atMostMs?: number; signal: AbortSignal }): Promise<void>
  end(): Promise<void>
}

function followed(store: Store, session: string, after: number, onItem: (item: Item) => Promise<void>): Followed {
  const ending = new AbortController()
  let seq = after
  let changed = Promise.withResolvers<void>()
  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const closed = (async () => {
    for await (const item of store.follow(session, { after, signal: ending.signal })) {
      await onItem(item)
      if ("type" in item) seq = item.seq
      wake()
    }
  })()
  return {
    get seq() {
      return seq
    },
    closed,
    async until(condition, { atMostMs, signal }) {
      const over = Promise.withResolvers<"over">()
      const finish = () => over.resolve("over")
      const timer = atMostMs === undefined ? undefined : setTimeout(finish, atMostMs)
      signal.addEventListener("abort", finish)
      if (signal.aborted) finish()
      try {
        while (!condition()) {
          if ((await Promise.race([changed.promise, closed, over.promise])) === "over") return
        }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener("abort", finish)
      }
    },
    async end() {
      ending.abort()
      await closed
    },
  }
}
