import { describe, expect, it } from "vitest"
import { agents } from "../../bench/zoo/agents.ts"
import type { Outcome } from "../../bench/zoo/attempt.ts"
import type { Behaviour } from "../../bench/zoo/behaviour.ts"
import * as tasks from "../../bench/zoo/tasks.ts"
import { totals, tour } from "../../bench/zoo/tour.ts"
import { zoo } from "../../bench/zoo/zoo.ts"
import { bin } from "../cli/scene.ts"
import { cellsOf, isWhole, type Matrix, matrixTimeoutMs as timeout } from "../matrix.ts"

// Each behaviour is a process, a server and a workspace of its own, and all of them take minutes.
const every = (step: number) => zoo.filter((_, index) => index % step === 0)
const matrix: Matrix<Behaviour> = { name: "zoo", core: every(9), all: zoo, nameOf: ({ name }) => name }
const visited = cellsOf(matrix)

const { holdfast } = agents
if (!holdfast) throw new Error("holdfast is no agent of the zoo")
const conditions = { program: bin, timeoutMs: 60_000 }

/** What ends honestly with the work undone: nothing that can be seen says that the model has not finished. */
const unsaved = new Set(["arguments-unescaped-quotes", "narrates-twice", "forgets-the-second-rename"])

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
    const core = sound.slice(0, 3)
    const cells = cellsOf<Behaviour>({ name: "zoo, sound", core, all: sound, nameOf: ({ name }) => name })
    const outcomes = await tour(cells, holdfast, conditions)
    expect(outcomes.filter(({ right, honest }) => !right || !honest)).toEqual([])
  })

  it("ends with the right files in 95 of 100, and honestly in all", { timeout }, async () => {
    const outcomes = await tour(visited, holdfast, conditions)
    const { right, of } = totals(outcomes)
    expect(outcomes.filter(({ honest }) => !honest).map(shown)).toEqual([])
    const wrong = outcomes.filter(({ behaviour, hopeless, right }) => !hopeless && !right && !unsaved.has(behaviour))
    expect(wrong.map(shown)).toEqual([])
    if (isWhole) expect(right).toBeGreaterThanOrEqual(of * 0.95)
  })
})

const shown = ({ behaviour, says, wrong }: Outcome) =>
  `${behaviour} (${says}; alone: HOLDFAST_CELL='zoo: ${behaviour}'): ${wrong.join("; ")}`
