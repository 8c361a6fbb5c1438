import { expect, it } from "vitest"
import { stateOf } from "../../session/arbitrary/example.ts"
import * as say from "../../session/arbitrary/say.ts"
import { assertLegal } from "../../session/legal.ts"
import { stopEvents } from "./stop-turn.ts"

it("ends a turn that never moved: one from another program", () => {
  const state = stateOf(say.started())
  const [first] = stopEvents({ code: "cancelled", summary: "Cancelled by a person" }, state)
  if (!first) throw new TypeError("there are moves and a stop record")
  expect(() => assertLegal(state, { ...first, turn: "turn-1" })).not.toThrow()
  expect(first).toMatchObject({ type: "turn.moved", data: { from: null, to: "prepare" } })
})
