import { expect, it } from "vitest"
import { contextText } from "./context-text.ts"

it("says how full the context is, and what is free", () => {
  const size = { model: "m", used: 3_120, free: 5_072, window: 8_192, threshold: 6_144 }
  expect(contextText(size)).toEqual(["3,120 of 8,192 tokens, 5,072 free"])
  expect(contextText({ ...size, free: null, window: null })).toEqual(["3,120 tokens; the window is not known"])
  expect(contextText(null)).toEqual([])
})
