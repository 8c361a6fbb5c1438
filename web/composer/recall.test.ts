import { describe, expect, it } from "vitest"
import { further, nearer, withoutRepeats } from "./recall.ts"

describe("what was said before", () => {
  const past = ["newest", "older"]

  it("is gone through from the newest on, and stays at the oldest", () => {
    const first = further(past, { at: null })
    const second = further(past, first.recall)
    expect([first.text, second.text, further(past, second.recall)]).toEqual([
      "newest",
      "older",
      { recall: { at: 1 }, text: null },
    ])
  })

  it("comes back to an empty box", () => {
    expect(nearer(past, { at: 1 })).toEqual({ recall: { at: 0 }, text: "newest" })
    expect(nearer(past, { at: 0 })).toEqual({ recall: { at: null }, text: "" })
    expect(nearer(past, { at: null })).toEqual({ recall: { at: null }, text: null })
  })

  it("leaves out what was said twice in a row", () => {
    expect(withoutRepeats(["a", "a", " ", "b", "a"])).toEqual(["a", "b", "a"])
  })
})
