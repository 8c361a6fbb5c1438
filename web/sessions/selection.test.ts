import { describe, expect, it } from "vitest"
import { emptySelection, ranged, toggled, within } from "./selection.ts"

const order = ["a", "b", "c", "d", "e"]

describe("selecting sessions", () => {
  it("selects one, and no longer", () => {
    const one = toggled(emptySelection, "b")
    expect([...one.ids]).toEqual(["b"])
    expect([...toggled(one, "b").ids]).toEqual([])
  })

  it("selects a range in either direction, and keeps what was selected", () => {
    const from = toggled(toggled(emptySelection, "a"), "d")
    expect(within(ranged(from, "b", order), order)).toEqual(["a", "b", "c", "d"])
    expect(within(ranged(from, "e", order), order)).toEqual(["a", "d", "e"])
  })

  it("goes on from the same anchor", () => {
    const there = ranged(toggled(emptySelection, "c"), "e", order)
    expect(within(ranged(there, "a", order), order)).toEqual(order)
  })

  it("begins where the anchor has left the list", () => {
    const from = toggled(emptySelection, "gone")
    const range = ranged(from, "c", order)
    expect(within(range, order)).toEqual(["c"])
    expect(range.anchor).toBe("c")
  })
})
