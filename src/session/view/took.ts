import type { Usage } from "../event/common.ts"
import type { Event } from "../event.ts"

/** The figures of one turn: how long it took, and what its calls used; `unpriced` is how many of them have no known price. */
export type Took = { durationMs: number; input: number; output: number; cost: number; unpriced: number }

/** Counts a turn from its start on. */
export type Tally = Omit<Took, "durationMs"> & { since: string }

export function startTally({ at }: Event<"turn.started">): Tally {
  return { since: at, input: 0, output: 0, cost: 0, unpriced: 0 }
}

/** With what one event of the turn used. */
export function tallied(tally: Tally, { data }: Event): Tally {
  return "usage" in data && data.usage ? withUsage(tally, data.usage) : tally
}

/** The figures of a turn that ended at this time. */
export function tookUntil({ since, ...used }: Tally, at: string): Took {
  return { durationMs: Math.max(0, Date.parse(at) - Date.parse(since)), ...used }
}

function withUsage(tally: Tally, { input, output, cost }: Usage): Tally {
  return {
    ...tally,
    input: tally.input + input,
    output: tally.output + output,
    cost: tally.cost + (cost ?? 0),
    unpriced: tally.unpriced + (cost === undefined && input + output > 0 ? 1 : 0),
  }
}
