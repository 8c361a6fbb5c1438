import { drainingStops } from "../event/turn.ts"
import type { SessionState } from "../state.ts"

/** The open turn, or the one that stopped last with its work undone. */
export function unfinished({ log, branch }: SessionState): string | undefined {
  if (log.turn) return log.turn.id
  return branch.stop && !drainingStops.has(branch.stop.code) ? branch.stop.turn : undefined
}

/** Whether inputs wait until a person says that they go on. */
export function holdsInputs({ log }: SessionState): boolean {
  return log.inputs.held && log.inputs.waiting.length > 0
}
