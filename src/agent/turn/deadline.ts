import type { SessionState } from "../../session/state.ts"
import type { Limits } from "./limits.ts"
import type { Work } from "./work.ts"

/** When the time limit of the turn is reached, by the clock of `turnClock`; null where it has none. */
export function deadlineOf({ log }: SessionState, { timeMs }: Pick<Limits, "timeMs">): number | null {
  return timeMs === null || !log.turn ? null : Date.parse(log.turn.startedAt) + timeMs
}

/** A timer beyond this fires at once. */
export const longestTimerMs = 2 ** 31 - 1

/** The signal of the work, which the time limit of the turn aborts as well. */
export function watchDeadline({ state, limits, now, signal }: Pick<Work, "state" | "limits" | "now" | "signal">) {
  const deadline = deadlineOf(state, limits)
  if (deadline === null) return { signal, passed: () => false, end: () => undefined }
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  // Timers may fire a moment early, and a long way is gone in pieces.
  const look = () => {
    const left = deadline - now()
    if (left <= 0) late.abort()
    else timer = setTimeout(look, Math.min(left, longestTimerMs))
  }
  look()
  return {
    signal: AbortSignal.any([signal, late.signal]),
    passed: () => late.signal.aborted,
    end: () => clearTimeout(timer),
  }
}
