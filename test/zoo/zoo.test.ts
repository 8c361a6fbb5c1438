import { describe, expect, it } from "vitest"
import { agents } from "../../bench/zoo/agents.ts"
import type { Outcome } from "../../bench/zoo/attempt.ts"
import type { Behaviour } from "../../bench/zoo/behaviour.ts"
import * as tasks from "../../bench/zoo/tasks.ts"
import { totals, tour } from "../../bench/zoo/tour.ts"
import { zoo } from "../../bench/zoo/zoo.ts"

// Each behaviour is a process, a server and a workspace of its own. All of them take minutes: the usual run takes every
// third, and HOLDFAST_FAULTS=all the whole zoo.

const whole = process.env.HOLDFAST_FAULTS === "all"
const visited = whole ? zoo : zoo.filter((_, index) => index % 3 === 0)
const timeout = whole ? 1_800_000 : 300_000

const { holdfast } = agents
if (!holdfast) throw new Error("holdfast is no agent of the zoo")
const conditions = { program: holdfast.program, timeoutMs: 60_000 }

describe("the zoo", () => {
  it("has 40 behaviours that can be saved, 5 that cannot, and each name once", () => {
    const savable = zoo.filter(({ hopeless }) => !hopeless)
    expect(savable.length).toBeGreaterThanOrEqual(40)
    expect(zoo.length - savable.length).toBeGreaterThanOrEqual(5)
    expect(new Set(zoo.map(({ name }) => name)).size).toBe(zoo.length)
  })

  it("asks for nothing that a sound model cannot do", { timeout }, async () => {
    const sound = Object.values(tasks)
      .filter((task) => "steps" in task)
      .map((task): Behaviour => ({ name: task.name, task, habit: ({ well }) => well }))
    const outcomes = await tour(sound, holdfast, conditions)
    expect(outcomes.filter(({ right, honest }) => !right || !honest)).toEqual([])
  })

  it("ends with the right files in 95 of 100, and honestly in all", { timeout }, async () => {
    const outcomes = await tour(visited, holdfast, conditions)
    const { right, of } = totals(outcomes)
    expect(outcomes.filter(({ honest }) => !honest).map(shown)).toEqual([])
    const wrong = outcomes.filter((outcome) => !outcome.hopeless && !outcome.right).map(shown)
    expect(right / of, `went wrong:\n${wrong.join("\n")}`).toBeGreaterThanOrEqual(0.95)
  })
})

const shown = ({ behaviour, says, wrong }: Outcome) => `${behaviour} (${says}): ${wrong.join("; ")}`
