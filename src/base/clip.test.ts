import { expect, it } from "vitest"
import { clip, clippedLine } from "./clip.ts"

it("leaves a text that fits, and cuts one that does not to the limit", () => {
  expect([clip("abcd", 4), clip("abcde", 4), clip("ab", 1), clip("ab", 0)]).toEqual(["abcd", "abc…", "…", "…"])
})

it("halves no character", () => {
  expect(clip("ab👍cd", 4)).toBe("ab…")
  expect(clip("ab👍cd", 5)).toBe("ab👍…")
})

it("puts a text on one line before it cuts it", () => {
  expect(clippedLine(" a\n  b\tc ", 5)).toBe("a b c")
  expect(clippedLine(" a\n  b\tc ", 4)).toBe("a b…")
})
