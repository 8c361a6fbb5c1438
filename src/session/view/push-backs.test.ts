import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../test/support/session/example.ts"
import { consumed, opened, send, started, startedTool } from "../../../test/support/session/say.ts"
import { pushBacksIn } from "./push-backs.ts"

const noted = (
  reasonCode: string,
  more: { kind?: "completion_continue" | "completion_check"; message?: string } = {},
) =>
  [
    "workflow.noted",
    {
      kind: "completion_continue",
      mode: "execute",
      decisionKind: "forced",
      reasonCode,
      summary: "completion: back",
      message: "Go on.",
      ...more,
    },
  ] as Line
const found = (lines: readonly Line[], startedAt = 2) =>
  Object.fromEntries(pushBacksIn(logOf(opened, started(), ...lines), startedAt))

describe("the push-backs of a turn", () => {
  it("are counted by their reasons", () => {
    expect(found([noted("a"), noted("b"), noted("a")])).toEqual({
      a: { times: 2, actedSince: false },
      b: { times: 1, actedSince: false },
    })
    expect(found([])).toEqual({})
  })

  it("know whether the model did anything since the last of them", () => {
    expect(found([noted("a"), startedTool("x"), noted("b")])).toEqual({
      a: { times: 1, actedSince: true },
      b: { times: 1, actedSince: false },
    })
    expect(found([noted("a"), startedTool("x"), noted("a")])).toEqual({ a: { times: 2, actedSince: false } })
  })

  it("know of a person who steered since", () => {
    expect(found([noted("a"), send("s"), consumed("s")])).toEqual({ a: { times: 1, actedSince: true } })
  })

  it("are not those of an earlier turn, nor notes that nobody was sent", () => {
    expect(found([noted("a"), noted("b")], 4)).toEqual({ b: { times: 1, actedSince: false } })
    expect(found([noted("a", { kind: "completion_check" }), noted("b", { message: "" })])).toEqual({})
  })
})
