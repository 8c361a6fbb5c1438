import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Agent } from "./agents.ts"
import { attempt, type Conditions, type Outcome } from "./attempt.ts"
import type { Behaviour } from "./behaviour.ts"

/** How many runs at a time: more would only wait for each other. */
const lanes = 2

/** Leads an agent past the behaviours, and tells each outcome as it comes. */
export async function tour(
  behaviours: readonly Behaviour[],
  agent: Agent,
  conditions: Conditions & { heard?(outcome: Outcome): void },
): Promise<Outcome[]> {
  const { heard, ...rest } = conditions
  const outcomes: Outcome[] = []
  const waiting = [...behaviours.entries()]
  // Compiled once for all of the runs.
  const compiled = mkdtempSync(join(tmpdir(), "holdfast-zoo-"))
  const env = { NODE_COMPILE_CACHE: compiled, ...rest.env }
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, behaviour] = next
      const outcome = await attempt(behaviour, agent, { ...rest, env })
      outcomes[index] = outcome
      heard?.(outcome)
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    rmSync(compiled, { recursive: true, force: true, maxRetries: 3 })
  }
  return outcomes
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
