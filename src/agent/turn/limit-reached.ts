import type { StopCode } from "../../session/event/turn.ts"
import type { Progress, SessionState } from "../../session/state.ts"
import { deadlineOf } from "./deadline.ts"
import type { Action, Situation } from "./decide.ts"
import { isLoop } from "./tool-loop.ts"

/** The limit that is reached, if one is. */
export function limitReached(state: SessionState, progress: Progress, situation: Situation): Action | null {
  const { limits } = situation
  const { turn: used } = state.log.usage
  const tokens = used.input + used.output
  const { cost = 0 } = used
  if (progress.denials >= limits.denials) {
    return stop("permission-denied", `${progress.denials} tool calls in a row were denied`)
  }
  if (progress.toolErrors >= limits.toolErrors) {
    return stop("tool-errors", `${progress.toolErrors} tool calls in a row failed`)
  }
  if (isLoop(progress.recentCalls, limits.repeats)) {
    return stop("tool-loop", "The model kept making the same tool calls with the same results")
  }
  if (reached(limits.steps, progress.steps))
    return stop("step-limit", `${limits.steps} of ${limits.steps} steps are used`)
  if (reached(limits.tokens, tokens)) return stop("token-budget", `${tokens} tokens of ${limits.tokens} are used`)
  // A limit that cannot be measured would never be reached.
  if (limits.cost !== null && used.unpriced > 0) {
    const calls = used.unpriced === 1 ? "a model call" : `${used.unpriced} model calls`
    return stop("cost-budget", `What ${calls} cost is not known, so the limit of $${limits.cost} cannot be kept`)
  }
  if (reached(limits.cost, cost)) {
    return stop("cost-budget", `$${cost.toFixed(4)} of $${limits.cost} are used`)
  }
  return timeReached(state, situation)
}

/** The time limit alone, where it is reached. */
export function timeReached(state: SessionState, { limits, now }: Situation): Action | null {
  const { turn } = state.log
  const deadline = deadlineOf(state, limits)
  if (!turn || deadline === null || now < deadline) return null
  const took = Math.round((now - Date.parse(turn.startedAt)) / 1000)
  return stop("time-limit", `The turn took ${took} seconds, the limit is ${(limits.timeMs ?? 0) / 1000}`)
}

/** Waits for the time to try again. A wait that would outlast the turn is not started. */
export function waitToRetry(at: string, state: SessionState, { limits }: Situation): Action {
  const deadline = deadlineOf(state, limits)
  if (deadline === null || Date.parse(at) < deadline) return { do: "wait-until", at }
  const limit = (limits.timeMs ?? 0) / 1000
  return stop("time-limit", `The model cannot be asked again before ${at}, and the time limit is ${limit} seconds`)
}

function reached(limit: number | null, value: number): boolean {
  return limit !== null && value >= limit
}

function stop(code: StopCode, summary: string): Action {
  return { do: "stop", stop: { code, summary } }
}
