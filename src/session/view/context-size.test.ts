import { expect, it } from "vitest"
import { type Line, logOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import { fold } from "../fold.ts"
import { contextSize } from "./context-size.ts"

const sizeAfter = (...lines: Line[]) => contextSize(fold("session", logOf(say.opened, ...lines)))
const asked = (tokens: number, window?: number): Line => [
  "model.asked",
  { purpose: "turn", model: "m", context: { tokens, ...(window === undefined ? {} : { window }) } },
]
const answered = (to: number, input: number): Line => [
  "model.answered",
  { asked: to, text: "", finish: "stop", usage: { input, output: 1 } },
]

it("is not known before the model was asked", () => {
  expect(sizeAfter()).toBeNull()
})

it("is the estimate of the newest request, by the server's own count once it has said one", () => {
  const first = { model: "m", used: 1_000, free: 7_192, window: 8_192, threshold: 6_144 }
  expect(sizeAfter(asked(1_000, 8_192))).toEqual(first)
  expect(sizeAfter(asked(1_000, 8_192), answered(2, 1_200), asked(2_000, 8_192))).toEqual({
    ...first,
    used: 2_400,
    free: 5_792,
  })
  expect(sizeAfter(asked(1_000))).toEqual({ model: "m", used: 1_000, free: null, window: null, threshold: 100_000 })
})

it("is what a compaction left, until the model is asked again", () => {
  const compacted = say.compacted(2, { tokensBefore: 1_200, tokensAfter: 300 })
  expect(sizeAfter(asked(1_000, 8_192), answered(2, 1_200), compacted)).toMatchObject({ used: 300, free: 7_892 })
})
