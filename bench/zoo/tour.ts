import type { Agent } from "./agents.ts"
import { attempt, type Conditions, type Outcome } from "./attempt.ts"
import type { Behaviour } from "./behaviour.ts"
import { inParallel } from "./in-parallel.ts"

/** Leads an agent past the behaviours, and tells each outcome as it comes. */
export async function tour(
  behaviours: readonly Behaviour[],
  agent: Agent,
  conditions: Conditions & { onOutcome?(outcome: Outcome): void },
): Promise<Outcome[]> {
  const { onOutcome, ...rest } = conditions
  return inParallel(behaviours, async (behaviour, { env }) => {
    const outcome = await attempt(behaviour, agent, { ...rest, env: { ...env, ...rest.env } })
    onOutcome?.(outcome)
    return outcome
  })
}

export type Totals = { right: number; of: number; honest: number; ofAll: number }

/** The two shares: right of those that can be brought to a good end, honest of all. */
export function totals(outcomes: readonly Outcome[]): Totals {
  const savable = outcomes.filter(({ hopeless }) => !hopeless)
  return {
    right: savable.filter(({ right }) => right).length,
    of: savable.length,
    honest: outcomes.filter(({ honest }) => honest).length,
    ofAll: outcomes.length,
  }
}
