import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { failuresOf } from "../crash/lanes.ts"
import { randomFrom } from "../crash/random.ts"
import { warmWorkers } from "../crash/warm-worker.ts"
import type { Death } from "./death.ts"
import { everyPlan, fromFirstCall, type Plan, somePlans } from "./deaths.ts"
import { playUndisturbed, survive } from "./equivalence.ts"
import { scenarioNamed, scenarios, slowScenarios } from "./scenarios.ts"

// `npm run test:full` kills at every boundary.
const whole = process.env.HOLDFAST_FAULTS === "all"
const workers = warmWorkers(3, join(import.meta.dirname, "player.ts"))
afterAll(() => workers.stop())

// Scenarios have most kinds of events in common: each is tried with the first that has it.
const tried = new Set<string>()
const played = (whole ? [...scenarios, ...slowScenarios] : scenarios).map((scenario, index) => ({ scenario, index }))

it.for(played.map(({ scenario, index }) => [scenario.name, scenario, index] as const))(
  "comes to the same end wherever it is killed: %s",
  { timeout: whole ? 3_600_000 : 300_000 },
  async ([, scenario, index]) => {
    const reference = await playUndisturbed(workers, scenario)
    const random = randomFrom(20_260 + index)
    // Every scenario begins alike: that is tried with the first.
    const boundaries = index === 0 || whole ? reference.boundaries : fromFirstCall(reference.boundaries)
    const plans = whole ? everyPlan(boundaries, random) : somePlans(boundaries, random, tried)
    expect(await failuresOf(plans, (plan) => survive(workers, reference, plan), { atOnce: 2 })).toEqual([])
  },
)

// At any other instant a kill takes time that the limit counts, so that there is no one end to come to.
it("comes to the same end when it is killed as the time limit has cut off its answer", async () => {
  const reference = await playUndisturbed(workers, scenarioNamed("answer beyond the time limit"))
  expect(JSON.stringify(reference.outcome.logs)).toContain('"reason":"time-limit"')
  const death: Death = { kind: "type", type: "model.interrupted" }
  const plans: Plan[] = [[death], [death, { kind: "commit", commit: 1 }]]
  expect(await failuresOf(plans, (plan) => survive(workers, reference, plan), { atOnce: 2 })).toEqual([])
})
