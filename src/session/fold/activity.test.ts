import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import type { Usage } from "../event/common.ts"
import { costOf } from "../view/cost.ts"

describe("model calls, tools and asks", () => {
  it("are open intents until their outcome", () => {
    const open = stateOf(say.started(), say.asked(), say.called("c"), say.startedTool("c")).log.intents
    expect(open.model).toEqual({ seq: 3, purpose: "turn", model: "scripted/model" })
    expect(open.tools).toEqual([
      { call: "c", name: "read", calledAt: 4, startedAt: 5, argumentsHash: null, check: null },
    ])
    const settled = stateOf(
      say.started(),
      say.asked(),
      say.called("c"),
      say.startedTool("c"),
      say.finished("c"),
      say.answered(3, "done"),
    ).log
    expect(settled.intents).toEqual({ model: null, restore: null, tools: [] })
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
    expect(costOf(usage.total)).toBe(1)
    expect(usage.turn).toMatchObject({ input: 3, output: 1, cost: 0.5, calls: 1, tools: 1, turns: 0 })
  })

  it("keep a cost unknown where the price of a call is", () => {
    const call = (to: number, usage: Usage): Line => ["model.answered", { asked: to, text: "", finish: "stop", usage }]
    const priced = call(3, { input: 9, output: 1, cost: 0.5 })
    const turn = (...lines: Line[]) => stateOf(say.started(), say.asked(), ...lines).log.usage.turn
    const mixed = turn(priced, say.asked(), call(5, { input: 2, output: 1 }))
    expect([costOf(turn(priced)), costOf(mixed), mixed.cost]).toEqual([0.5, null, 0.5])
    expect(costOf(turn(call(3, { input: 0, output: 0 })))).toBe(0)
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

  it("approve a plan without allowing anything", () => {
    const asked: Line = ["ask.opened", { ask: "a", kind: "plan", question: "Do you approve the plan?", plan: 1 }]
    const { log, branch } = stateOf(asked, ["ask.answered", { ask: "a", answer: "approve" }])
    expect(log.grants).toEqual([])
    expect(branch.approval).toEqual({ ask: "a", answered: 3, verdict: "approved" })
    const rejected = (text?: string) => stateOf(asked, ["ask.answered", { ask: "a", answer: "deny", text }]).branch
    expect(rejected().approval?.verdict).toBe("rejected")
    expect(rejected("smaller steps").approval?.verdict).toBe("rejected-with-words")
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
