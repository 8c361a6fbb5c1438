import { describe, expect, it } from "vitest"
import { calibrationOf, threshold } from "./context-budget.ts"

it.each([
  [131_072, 98_304],
  [262_144, 100_000],
  [8_192, 6_144],
  [2_048, 1_536],
  [null, 100_000],
])("a window of %s is full at %s", (window, expected) => {
  expect(threshold(window)).toBe(expected)
})

describe("what an estimate is multiplied with", () => {
  const context = { model: "m", window: null, threshold: null, tokens: 700, estimated: 100, counted: 130 }

  it("is what the server said of its own count, of the same model", () => {
    expect(calibrationOf(context)).toBe(1.3)
    expect(calibrationOf(context, "m")).toBe(1.3)
    expect(calibrationOf(context, "other")).toBe(1)
    expect(calibrationOf({ ...context, counted: null })).toBe(1)
    expect(calibrationOf(null)).toBe(1)
  })

  it("is not led astray by a server that does not count what it had cached, nor by any other count", () => {
    expect(calibrationOf({ ...context, counted: 1 })).toBe(1)
    expect(calibrationOf({ ...context, counted: 50 })).toBe(0.5)
    expect(calibrationOf({ ...context, counted: 10_000 })).toBe(3)
  })
})
