import { describe, expect, it } from "vitest"
import { fitOf, fitting } from "./palette-items.ts"

describe("what the palette finds", () => {
  it("holds every word that was typed, in any order", () => {
    expect(fitOf("Mend the parser", "parser mend")).toBeGreaterThan(0)
    expect(fitOf("Mend the parser", "parser test")).toBe(0)
  })

  it("comes with the beginnings first, then the beginnings of words", () => {
    const all = ["unforked", "the fork", "fork"]
    expect(fitting(all, "fork", (text) => text)).toEqual(["fork", "the fork", "unforked"])
  })

  it("is everything in its order while nothing is typed", () => {
    expect(fitting(["b", "a"], " ", (text) => text)).toEqual(["b", "a"])
  })
})
