import { expect, it } from "vitest"
import { isLongResult, shortResult } from "./short-result.ts"

it("leaves a result alone that is not long", () => {
  expect(isLongResult("x".repeat(2_000))).toBe(false)
  expect(shortResult("x".repeat(2_000))).toBe("x".repeat(2_000))
})

it("keeps the beginning and the end of a long one, and says how to get the rest", () => {
  const text = `${"a".repeat(600)}${"b".repeat(5_000)}${"c".repeat(400)}`
  const [head, note, tail] = shortResult(text).split("\n")
  expect({ head, tail }).toEqual({ head: "a".repeat(600), tail: "c".repeat(400) })
  expect(note).toBe(
    "[... 5,000 characters are left out to make room. Call the tool again, for a part where it can, if you need them ...]",
  )
})

it("names the whole of an output that was kept, as the read tool takes it", () => {
  expect(shortResult("x".repeat(3_000), "f00d")).toContain('Read them with read {"path": "output:f00d"}')
})

it("does not cut a character in two", () => {
  expect(shortResult(`${"a".repeat(599)}${"𝄞".repeat(3_000)}`).isWellFormed()).toBe(true)
})
