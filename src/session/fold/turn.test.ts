import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"

describe("a turn", () => {
  it("ends with one stop record", () => {
    const lines: Line[] = [say.started("build it"), ["turn.cancel-requested", { turn: "turn-1" }]]
    expect(stateOf(...lines).log.turn).toMatchObject({
      id: "turn-1",
      task: "build it",
      cancel: { why: "cancelled" },
    })
    const after = stateOf(...lines, say.stopped("cancelled"))
    expect(after.log.turn).toBeNull()
    expect(after.branch.stop).toMatchObject({ turn: "turn-1", code: "cancelled", seq: 4 })
  })

  it("ends by the newest wish of a person: a stop after an interrupt is a stop, and the other way round", () => {
    const stop: Line = ["turn.cancel-requested", { turn: "turn-1" }]
    const interrupt: Line = ["input.accepted", { input: "i", kind: "interrupt", text: "instead", turn: "turn-1" }]
    expect(stateOf(say.started(), interrupt, stop).log.turn?.cancel).toMatchObject({ why: "cancelled", seq: 4 })
    expect(stateOf(say.started(), stop, interrupt).log.turn?.cancel).toMatchObject({ why: "superseded", seq: 4 })
  })

  it("closes what it left open, and takes its approvals with it", () => {
    const { log } = stateOf(
      say.started(),
      say.asked(),
      say.called("c"),
      ["ask.opened", { ask: "once", kind: "approval", question: "?", call: "c" }],
      ["ask.answered", { ask: "once", answer: "approve" }],
      ["ask.opened", { ask: "ever", kind: "approval", question: "?" }],
      ["ask.answered", { ask: "ever", answer: "approve", scope: "session" }],
      ["ask.opened", { ask: "open", kind: "question", question: "?" }],
      say.stopped(),
    )
    expect(log.intents).toEqual({ model: null, restore: null, tools: [] })
    expect(log.asks.open).toEqual([])
    expect(log.grants.map(({ ask }) => ask)).toEqual(["ever"])
  })

  it("clears the last completion decision and the legacy trace of the one before", () => {
    const trace: Line = [
      "workflow.noted",
      { kind: "legacy_trace", stage: "s", outcome: "o", reasonCode: "r", summary: "x" },
    ]
    const { branch } = stateOf(trace, say.started())
    expect(branch.legacyTrace).toEqual([])
    expect(branch.workflow.lastDecision).toBeNull()
  })
})
