import type { SessionState } from "../../session/state.ts"
import type { Lease } from "../../store/contract.ts"
import { setupEvent } from "../tool-calls/permission-setup.ts"
import { type Action, decide } from "./decide.ts"
import { DetachedError } from "./detach.ts"
import { type DrivenLog, drivenLog } from "./driven-log.ts"
import { perform } from "./perform.ts"
import { isSettling } from "./settling.ts"
import { watchForStop } from "./stop-signal.ts"
import { turnClock } from "./turn-clock.ts"
import { decided, type Work } from "./work.ts"

export type Driving = Omit<Work, "state" | "signal" | "leave" | "ran" | "now" | "hold"> & {
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
  /** Ends the drive between two actions; the next driver settles what was started. */
  signal?: AbortSignal
  /** Ends the drive now: a model call is interrupted, with its outcome; commands keep running and are left alone. */
  leave?: AbortSignal
  /** Only what has finished is given its outcome: nothing is started, and nothing waited for. */
  only?: "settle"
  /** Ends the drive, too: once this holds, nothing more is started. */
  until?(state: SessionState): boolean
}

/** Why a drive ended: nothing to do until a person acts, or it was asked to end. */
export type Rest = Extract<Action, { do: "wait" }>["for"] | "detached"

/**
 * Drives the session until only a person can continue: decides on the state, performs, and folds what that appended. All
 * that matters is in the log, so that another process can take over after any step, and in the middle of one.
 */
export async function drive(driving: Driving): Promise<{ state: SessionState; rest: Rest }> {
  const { lease, tools, limits } = driving
  const log = await drivenLog(driving.store, lease.session)
  const leave = driving.leave ?? new AbortController().signal
  const ending = AbortSignal.any(driving.signal ? [driving.signal, leave] : [leave])
  const stop = watchForStop(driving.store, log.state)
  const ran = new Set<number>()
  const clock = turnClock(driving.clock)
  const now = () => clock(log.state)
  try {
    while (!ending.aborted && !driving.until?.(log.state)) {
      const { store, state } = log
      const recorded = driving.only === "settle" ? null : setupEvent(driving.permissions, state)
      if (recorded) {
        await log.after(decided({ store, lease, state }, [recorded]))
        continue
      }
      const action = decide(state, { limits, now: now(), onlyLooks: (name) => isLook(tools, name) })
      if (!appendsBeforeItActs(action) && (await flushed(log))) continue
      if (!startsWithDecision(action) && (await log.catchUp())) continue
      if (action.do === "wait") return { state, rest: action.for }
      const stopped = stop.signalFor(state)
      // A wait is nothing that was started: the end of the drive does not wait for it.
      const signal =
        action.do === "wait-until" ? AbortSignal.any([stopped, ending, stop.resumeAfter(state.seq)]) : stopped
      const work = { ...driving, store, hold: log.hold, ran, state, signal, leave, now }
      if (driving.only === "settle" && !(await isSettling(action, work))) break
      await log.after(perform(action, work))
      if (log.isReleased) {
        await log.catchUp()
        return { state: log.state, rest: "input" }
      }
    }
    await flushed(log)
    if (ending.aborted) await recordDetached(log, lease)
    return { state: log.state, rest: "detached" }
  } catch (error) {
    // The caller gets the error that ended the drive. What could not be appended here is settled by the next driver.
    await log.flush().catch(() => undefined)
    if (!(error instanceof DetachedError)) throw error
    await log.catchUp()
    await recordDetached(log, lease)
    return { state: log.state, rest: "detached" }
  } finally {
    await stop.end()
  }
}

// An orderly shutdown must not count as a crash recovery, however often it happens.
async function recordDetached({ store, state }: DrivenLog, lease: Lease): Promise<void> {
  if (state.log.turn) await store.append(lease.session, [{ type: "session.left", data: {} }], lease)
}

/** Appends what is held; true if that changed the state, or if a person appended first. */
async function flushed(log: DrivenLog): Promise<boolean> {
  const { state } = log
  await log.after(log.flush())
  return log.state !== state
}

/** Whether the first effect of an action comes after an append, which takes with it what is held. */
function appendsBeforeItActs(action: Action): boolean {
  return action.do === "ask-model"
}

function isLook(tools: Work["tools"], name: string): boolean {
  return tools.find((tool) => tool.name === name)?.kind === "look"
}

/**
 * Whether the first thing that an action does is to append what was decided: if a person appended anything since, it is
 * refused before anything is done. Any other action needs the newest state.
 */
function startsWithDecision(action: Action): boolean {
  switch (action.do) {
    case "wait":
    case "wait-until":
    case "settle-restore":
    case "settle-model":
    case "settle-tools":
    case "end-tools":
      return false
    default:
      return true
  }
}
