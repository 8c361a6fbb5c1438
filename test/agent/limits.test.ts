import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineTool, type Limits, type ScriptStep } from "../../src/index.ts"
import { listening } from "../context/listening.ts"
import { eventsOf, run, scene, stops } from "./scene.ts"

let clock = 0
const count = defineTool({
  kind: "look",
  name: "count",
  description: "Counts.",
  schema: z.object({}),
  run: () => String(clock++),
})
const still = defineTool({
  kind: "look",
  name: "still",
  description: "Always the same.",
  schema: z.object({}),
  run: () => "same",
})
const wrong = defineTool({
  kind: "look",
  name: "wrong",
  description: "Fails.",
  schema: z.object({}),
  run: () => {
    throw new Error(`no, for the ${clock++}th time`)
  },
})

const usage = { input: 90, output: 10, cost: 0.01 }
const calls = (name: string): ScriptStep[] =>
  Array.from({ length: 30 }, (_, index) => ({ toolCalls: [{ id: `c${index}`, name, arguments: {} }], usage }))

describe("a turn stops", () => {
  const cases: [string, ScriptStep[], Partial<Limits>, string, number][] = [
    ["at the limit of steps", calls("count"), { steps: 3 }, "step-limit", 3],
    ["at the limit of tokens", calls("count"), { tokens: 250 }, "token-budget", 3],
    ["at the limit of cost", calls("count"), { cost: 0.05 }, "cost-budget", 5],
    ["at the limit of time", calls("count"), { timeMs: 0 }, "time-limit", 0],
    ["after tool errors in a row", calls("wrong"), {}, "tool-errors", 8],
    ["after tools in a row that do not exist", calls("teleport"), { toolErrors: 3, repeats: 9 }, "tool-errors", 3],
    ["when it makes the same call again and again", calls("still"), {}, "tool-loop", 4],
    [
      "when its text goes round in circles",
      Array.from({ length: 2 }, () => ({ text: "I look again. ".repeat(500), chunkChars: 14 })),
      {},
      "text-loop",
      2,
    ],
  ]
  it.each(cases)("%s", async (_, model, limits, code, asked) => {
    const played = await scene({ model, tools: [count, still, wrong], limits })
    const { rest } = await run(played)
    expect(rest).toBe("input")
    expect(await stops(played)).toEqual([code])
    expect(await eventsOf(played, "model.asked")).toHaveLength(asked)
  })

  it("after denials in a row", async () => {
    const model = Array.from({ length: 9 }, (_, index) => ({
      toolCalls: [{ id: `c${index}`, name: "write", arguments: { path: `${index}.txt`, content: "x" } }],
    }))
    const played = await scene({ model, permissionMode: "read-only" })
    await run(played)
    expect(await stops(played)).toEqual(["permission-denied"])
    expect(await eventsOf(played, "model.asked")).toHaveLength(4)
  })

  it("and a looping answer is kept up to where it was cut, not to its end", async () => {
    const text = "I look again. ".repeat(5_000)
    const played = await scene({ model: [{ text, chunkChars: 100 }] })
    await run(played)
    const [answer] = await eventsOf(played, "model.answered")
    expect(answer?.data.finish).toBe("text-loop")
    expect(answer?.data.text.length).toBeLessThan(1_000)
  })

  it("and what was left goes on in a new turn when a person resumes", async () => {
    const played = await scene({ model: calls("count").slice(0, 4), tools: [count], limits: { steps: 3 } })
    await run(played)
    await played.agent.resume(played.session)
    await played.agent.drive(played.session)
    expect(await stops(played)).toEqual(["step-limit", "answered"])
  })
})

it("asks a server for no more than is left of the tokens, where that is little", async () => {
  const steps: ScriptStep[] = [...calls("count").slice(0, 2), { text: "That is all." }]
  const { model, requests } = listening(steps)
  const most = async (tokens: number | null) => {
    requests.length = 0
    await run(await scene({ model, tools: [count], limits: { tokens } }))
    return requests.map(({ maxOutputTokens }) => maxOutputTokens)
  }
  expect(await most(null)).toEqual([undefined, undefined, undefined])
  // Servers refuse more than a model can say: they are asked only for what every model can.
  expect(await most(100_000)).toEqual([undefined, undefined, undefined])
  const [first = 0, second = 0, third = 0] = await most(4_000)
  expect([first > second, second > third, third >= 256, first < 4_000]).toEqual([true, true, true, true])
})
