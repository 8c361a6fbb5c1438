import { isHoldfastError } from "../session/error.ts"
import { apply, branchToRefold } from "../session/fold.ts"
import type { SessionState } from "../session/state.ts"
import type { Store } from "../store/contract.ts"
import { type Action, decide } from "./decide.ts"
import { Left } from "./leave.ts"
import { perform } from "./perform.ts"
import { setupEvent } from "./permission-setup.ts"
import { isSettling } from "./settling.ts"
import { watchForStop } from "./stop-signal.ts"
import { turnClock } from "./turn-clock.ts"
import { decided, type Work } from "./work.ts"

export type Driving = Omit<Work, "state" | "signal" | "leave" | "ran" | "now"> & {
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
  /** Ends the drive between two actions; what was begun is settled by whoever drives next. */
  signal?: AbortSignal
  /** Ends the drive now: a call of the model is cut off, with its outcome; commands run on and are left alone. */
  leave?: AbortSignal
  /** Only what has come to its end is given its outcome: nothing is begun, and nothing waited for. */
  only?: "settle"
  /** Ends the drive, too: once this holds, nothing more is begun. */
  until?(state: SessionState): boolean
}

/** Why a drive ended: nothing to do until a person says something, or it was told to end. */
export type Rest = Extract<Action, { do: "wait" }>["for"] | "told"

/**
 * Does what is to be done until only a person can go on: looks at the log, decides, performs, and looks again. All that
 * matters is in the log, so that another process can take over after any step, and in the middle of one.
 */
export async function drive(driving: Driving): Promise<{ state: SessionState; rest: Rest }> {
  const { store, lease, tools, limits } = driving
  let state = await store.state(lease.session)
  const leave = driving.leave ?? new AbortController().signal
  const ending = AbortSignal.any(driving.signal ? [driving.signal, leave] : [leave])
  const stop = watchForStop(store, state)
  const ran = new Set<number>()
  const clock = turnClock(driving.clock)
  const now = () => clock(state)
  try {
    while (!ending.aborted && !driving.until?.(state)) {
      const recorded = driving.only === "settle" ? null : setupEvent(driving.permissions, state)
      if (recorded) {
        await unlessBehind(decided({ store, lease, state }, [recorded]))
        state = await catchUp(store, state)
        continue
      }
      const action = decide(state, { limits, now: now(), onlyLooks: (name) => isLook(tools, name) })
      if (action.do === "wait") return { state, rest: action.for }
      const stopped = stop.signalFor(state)
      // To wait is nothing that was begun: whoever ends the drive does not wait for it.
      const signal = action.do === "wait-until" ? AbortSignal.any([stopped, ending]) : stopped
      const work = { ...driving, ran, state, signal, leave, now }
      if (driving.only === "settle" && !(await isSettling(action, work))) break
      await unlessBehind(perform(action, work))
      state = await catchUp(store, state)
    }
    if (ending.aborted) await tellLeft(driving, state)
    return { state, rest: "told" }
  } catch (error) {
    if (!(error instanceof Left)) throw error
    await tellLeft(driving, await catchUp(store, state))
    return { state: await catchUp(store, state), rest: "told" }
  } finally {
    await stop.end()
  }
}

// Whoever takes the turn up does so after no crash, however often that happens.
async function tellLeft({ store, lease }: Driving, { log }: SessionState): Promise<void> {
  if (log.turn) await store.append(lease.session, [{ type: "session.left", data: {} }], lease)
}

function isLook(tools: Work["tools"], name: string): boolean {
  return tools.find((tool) => tool.name === name)?.kind === "look"
}

/** Law: one writer. A person was faster: nothing was done, and the next decision sees what they said. */
async function unlessBehind(performing: Promise<unknown>): Promise<void> {
  try {
    await performing
  } catch (error) {
    if (!isHoldfastError(error) || error.code !== "behind") throw error
  }
}

/** The state with all that was appended since. */
async function catchUp(store: Store, state: SessionState): Promise<SessionState> {
  let next = state
  for await (const event of store.read(state.id, { after: state.seq })) {
    if (branchToRefold(next, event)) return store.state(state.id)
    next = apply(next, event)
  }
  return next
}
