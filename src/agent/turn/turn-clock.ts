import { monotonicNow } from "../../host/clock.ts"
import type { SessionState } from "../../session/state.ts"

/**
 * The time by which the limits and retries of a turn are measured in one drive, in milliseconds since the epoch. It
 * advances by a monotonic clock from the start of the turn, so that setting the system clock neither ends the turn early
 * nor extends it. Where an earlier drive started the turn, perhaps before a restart of the machine, only the system clock
 * tells how long ago that was; one that was set to before the start of the turn counts as standing at its start.
 */
export function turnClock(monotonic: () => number = monotonicNow): (state: SessionState) => number {
  let current: { turn: string | undefined; offset: number } | undefined
  return ({ log: { turn } }) => {
    if (!current || (turn && turn.id !== current.turn)) {
      const startedAt = turn ? Date.parse(turn.startedAt) : 0
      const startedHere = current !== undefined
      const now = startedHere ? startedAt : Math.max(Date.now(), startedAt)
      current = { turn: turn?.id, offset: now - monotonic() }
    }
    return current.offset + monotonic()
  }
}
