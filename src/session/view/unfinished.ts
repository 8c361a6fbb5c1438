import { drainingStops } from "../event/turn.ts"
import type { SessionState } from "../state.ts"

/** The turn that a resume continues: the open one, or the one that stopped last without showing that its work is done. */
export function unfinished({ log, branch }: SessionState): string | undefined {
  if (log.turn) return log.turn.id
  const { stop } = branch
  if (!stop) return undefined
  if (!drainingStops.has(stop.code)) return stop.turn
  // Finished work can still be verified, once nothing is queued behind it.
  const isUnproven = stop.code === "completed-unverified" || stop.unmet !== null
  return isUnproven && log.inputs.waiting.length === 0 ? stop.turn : undefined
}

/** Whether inputs are held until a person resumes them. */
export function holdsInputs({ log }: SessionState): boolean {
  return log.inputs.held && log.inputs.waiting.length > 0
}
