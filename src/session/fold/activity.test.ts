import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../arbitrary/example.ts"
import * as say from "../arbitrary/say.ts"

describe("model calls, tools and asks", () => {
  it("are open intents until their outcome", () => {
    const open = stateOf(say.started(), say.asked(), say.called("c"), say.startedTool("c")).log.intents
    expect(open.model).toEqual({ seq: 3, purpose: "turn", model: "scripted/model" })
    expect(open.tools).toEqual([{ call: "c", name: "read", calledAt: 4, startedAt: 5, argumentsHash: null }])
    const settled = stateOf(
      say.started(),
      say.asked(),
      say.called("c"),
      say.startedTool("c"),
      say.finished("c"),
      say.answered(3, "done"),
    ).log
    expect(settled.intents).toEqual({ model: null, restore: null, tools: [], checks: [] })
  })

  it("add up in the usage of the turn and of the session", () => {
    const call = (to: number, input: number): Line => [
      "model.answered",
      { asked: to, text: "", finish: "stop", usage: { input, output: 1, cost: 0.5 } },
    ]
    const { usage } = stateOf(
      say.started(),
      say.asked(),
      call(3, 9),
      say.stopped(),
      say.started("b", "turn-2"),
      say.asked(),
      call(7, 3),
      say.called("c"),
      say.finished("c"),
    ).log
    expect(usage.total).toMatchObject({ input: 12, output: 2, cost: 1, calls: 2, tools: 1, turns: 1 })
    expect(usage.turn).toMatchObject({ input: 3, output: 1, cost: 0.5, calls: 1, tools: 1, turns: 0 })
  })

  it("bind an approval to its call, and forget it when the call is over", () => {
    const hash = "a".repeat(64)
    const lines: Line[] = [
      say.called("c"),
      ["ask.opened", { ask: "a", kind: "approval", question: "Run it?", call: "c", argumentsHash: hash }],
      ["ask.answered", { ask: "a", answer: "approve" }],
    ]
    expect(stateOf(...lines).log.grants).toEqual([
      { seq: 4, ask: "a", call: "c", tool: null, subject: null, argumentsHash: hash, scope: "once" },
    ])
    expect(stateOf(...lines, say.finished("c")).log.grants).toEqual([])
  })

  it("keep the newest answers, for whoever answers second", () => {
    const { asks } = stateOf(
      ["ask.opened", { ask: "a", kind: "question", question: "Which?" }],
      ["ask.answered", { ask: "a", answer: "text", text: "the red one" }],
      ["ask.opened", { ask: "b", kind: "question", question: "Why?" }],
      ["ask.expired", { ask: "b", reason: "stopped" }],
    ).log
    expect(asks.open).toEqual([])
    expect(asks.answered).toMatchObject([{ ask: "a", answer: "text", text: "the red one", seq: 3 }])
  })
})

describe("a compaction", () => {
  it("is counted, and the newest holds", () => {
    const { compaction } = stateOf(
      say.send("a"),
      say.send("b"),
      say.compacted(2),
      say.compacted(3, { summary: "All." }),
    ).branch
    expect(compaction).toMatchObject({ count: 2, summary: "All.", through: 3, from: 4, seq: 5 })
  })
})
