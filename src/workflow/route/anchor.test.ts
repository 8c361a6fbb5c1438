import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasAnchor } from "./anchor.ts"

describe("a concrete anchor", () => {
  it.each([
    "Create hello.txt",
    "Look under src/agent",
    "Run `make`",
    "Read https://example.com/spec",
    "Rename getUser",
    "Catch TypeError",
    "Rename user_name",
    "Call flush() first",
    "Support --verbose",
    "Close #42",
    "What is TS2345",
    "Use os.path here",
    "Feels like claw-code",
    "Write the verification-plan",
    "The function is slow",
    "One test fails",
    "Two classes clash",
  ])("is in %j", (text) => {
    expect(hasAnchor(text)).toBe(true)
  })

  it.each([
    "Improve it. Now! Please...",
    "Make it nice - and quick",
    "Either/or",
    "Make it real-time, user-friendly and up-to-date",
    "A time-consuming, well-known, error-prone job",
    "Rewrite it in TypeScript with Node.js for GitHub",
    "Use the latest profile",
    "Classify the contest",
    "e.g. version 2.0",
    "Some _emphasis_ and **weight**",
    "",
  ])("is not in %j", (text) => {
    expect(hasAnchor(text)).toBe(false)
  })

  it("is never mere punctuation", () => {
    const prose = fc.array(fc.constantFrom("improve", "it", "so", "much", "more", "please"), { minLength: 1 })
    const marks = fc.constantFrom(".", "-", " / ", "_", "\\", " - ", "...", "!?", ", ")
    fc.assert(
      fc.property(prose, marks, (words, mark) => {
        expect(hasAnchor(`${mark} ${words.join(" ")}${mark} ${mark}`)).toBe(false)
      }),
    )
  })
})
