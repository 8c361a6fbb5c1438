import { expect, it } from "vitest"
import { linesOfLargePaste, pastedFile } from "./large-paste.ts"

it("offers a file for many lines or much text, and leaves the rest alone", () => {
  expect(linesOfLargePaste("x\n".repeat(150))).toBeNull()
  expect(linesOfLargePaste("x\n".repeat(300))).toBe(301)
  expect(linesOfLargePaste("x".repeat(9_000))).toBe(1)
})

it("makes a file with a name that every system takes", async () => {
  const file = pastedFile("hello", new Date("2026-01-02T03:04:05Z"))
  expect([file.name, await file.text()]).toEqual(["pasted-2026-01-02T03-04-05.txt", "hello"])
})
