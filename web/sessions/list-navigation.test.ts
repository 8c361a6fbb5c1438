import { describe, expect, it } from "vitest"
import { movedTo } from "./list-navigation.ts"

const order = Array.from({ length: 30 }, (_, n) => `s${n}`)

describe("the keys of the list", () => {
  it.each([
    ["ArrowDown", "s4", "s5"],
    ["j", "s29", "s29"],
    ["ArrowUp", "s4", "s3"],
    ["k", "s0", "s0"],
    ["PageDown", "s4", "s14"],
    ["PageUp", "s4", "s0"],
    ["Home", "s9", "s0"],
    ["End", "s9", "s29"],
    ["a", "s9", null],
  ])("%s leads from %s to %s", (key, from, to) => {
    expect(movedTo(key, from, order)).toBe(to)
  })

  it("lead nowhere where there is nothing", () => {
    expect(movedTo("End", "s1", [])).toBeNull()
  })
})
