import { expect, it } from "vitest"
import { eventsOf, run, scene } from "./scene.ts"

it("counts what a sub-run took to the turn that asked for it", async () => {
  const played = await scene({
    model: [
      {
        toolCalls: [{ id: "e", name: "explore", arguments: { question: "Where is it?" } }],
        usage: { input: 10, output: 1 },
      },
      { for: "explore", text: "In a.", usage: { input: 100, output: 5 } },
      { text: "It is in a.", usage: { input: 20, output: 2 } },
    ],
  })
  const { state } = await run(played, "Where is it?")
  expect(state.log.usage.turn).toMatchObject({ input: 130, output: 8, calls: 2, tools: 1 })
  const [finished] = await eventsOf(played, "tool.finished")
  expect(finished?.data).toMatchObject({ status: "ok", usage: { input: 100, output: 5 } })
})

it("gives a sub-run no more than the turn has left", async () => {
  const looks = Array.from({ length: 6 }, () => ({
    for: "explore" as const,
    toolCalls: [{ name: "glob", arguments: { pattern: "*" } }],
    usage: { input: 20, output: 1 },
  }))
  const played = await scene({
    limits: { tokens: 60 },
    model: [
      {
        toolCalls: [{ id: "e", name: "explore", arguments: { question: "Where is it?" } }],
        usage: { input: 20, output: 1 },
      },
      ...looks,
    ],
  })
  const { state } = await run(played, "Where is it?")
  expect(state.branch.stop?.code).toBe("token-budget")
  const { input, output } = state.log.usage.turn
  expect(input + output).toBeLessThan(60 + 2 * 21)
})
