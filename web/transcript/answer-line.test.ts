import { expect, it } from "vitest"
import { lastLine } from "./answer-line.ts"

it("gives the last line that says something, and no more than fits", () => {
  expect(lastLine("First I look.\nThen I write.\n\n")).toBe("Then I write.")
  expect(lastLine("")).toBe("")
  expect(lastLine(`${"a".repeat(5_000)}b`)).toBe(`${"a".repeat(159)}b`)
})
