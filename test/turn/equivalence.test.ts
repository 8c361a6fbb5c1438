import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { failuresOf } from "../crash/parallel.ts"
import { randomFrom } from "../crash/random.ts"
import { warmWorkers } from "../crash/warm-worker.ts"
import { alone, cellsOf, isWhole, type Matrix, matrixTimeoutMs } from "../matrix.ts"
import type { Death } from "./death.ts"
import { corePlans, everyPlan, fromFirstCall, type Plan, planName } from "./deaths.ts"
import { playUndisturbed, survive } from "./equivalence.ts"
import { scenarioNamed, scenarios, slowScenarios } from "./scenarios.ts"

const workers = warmWorkers(3, join(import.meta.dirname, "player.ts"))
afterAll(() => workers.stop())

// Scenarios have most kinds of events in common: each is tried with the first that has it.
const tried = new Set<string>()
const played = (isWhole ? [...scenarios, ...slowScenarios] : scenarios).map((scenario, index) => ({ scenario, index }))

it.for(played.map(({ scenario, index }) => [scenario.name, scenario, index] as const))(
  "comes to the same end wherever it is killed: %s",
  { timeout: matrixTimeoutMs },
  async ([, scenario, index]) => {
    const reference = await playUndisturbed(scenario)
    const random = randomFrom(20_260 + index)
    const matrix: Matrix<Plan> = {
      name: scenario.name,
      // Every scenario begins alike: that is tried with the first.
      core: corePlans(index === 0 ? reference.boundaries : fromFirstCall(reference.boundaries), random, tried),
      all: everyPlan(reference.boundaries, random),
      nameOf: planName,
    }
    const failures = await failuresOf(cellsOf(matrix), (plan) => survive(workers, reference, plan), {
      atOnce: 2,
      alone: (plan) => alone(matrix, plan),
    })
    expect(failures).toEqual([])
  },
)

// At any other instant a kill takes time that the limit counts, so that there is no one end to come to.
it("comes to the same end when it is killed as the time limit has cut off its answer", async () => {
  const reference = await playUndisturbed(scenarioNamed("answer beyond the time limit"))
  expect(JSON.stringify(reference.outcome.logs)).toContain('"reason":"time-limit"')
  const death: Death = { kind: "type", type: "model.interrupted" }
  const plans: Plan[] = [[death], [death, { kind: "commit", commit: 1 }]]
  expect(await failuresOf(plans, (plan) => survive(workers, reference, plan), { atOnce: 2 })).toEqual([])
})
