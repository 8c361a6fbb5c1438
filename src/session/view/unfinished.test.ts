import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import { unfinished } from "./unfinished.ts"

const turnAfter = (...lines: Line[]) => unfinished(stateOf(say.started(), ...lines))

describe("the turn that a resume continues", () => {
  it("is the open one, or one that stopped before it was done", () => {
    expect([turnAfter(), turnAfter(say.stopped("crashed"))]).toEqual(["turn-1", "turn-1"])
    expect(turnAfter(say.stopped("answered"))).toBeUndefined()
  })

  it("is one whose work is not verified, unless something is queued behind it", () => {
    const queued: Line = ["input.accepted", { input: "a", kind: "queue", text: "later" }]
    expect(turnAfter(say.stopped("completed-unverified"))).toBe("turn-1")
    expect(turnAfter(queued, say.stopped("completed-unverified"))).toBeUndefined()
  })

  it("is one that has not shown what was required of it", () => {
    const unmet: Line = ["turn.stopped", { code: "answered", summary: "", unmet: "change" }, { turn: "turn-1" }]
    expect(turnAfter(unmet)).toBe("turn-1")
  })
})
