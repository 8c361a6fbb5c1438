import { describe, expect, it } from "vitest"
import { isTooDeep } from "./markdown-depth.ts"

describe("markdown that nests too deep", () => {
  it.each([
    ["quotes", ">".repeat(101)],
    ["quotes with room between them, behind other lines", `Look:\n\n  ${"> ".repeat(500)}here`],
    ["lists", "- ".repeat(2_000)],
    ["numbered lists", "1. ".repeat(101)],
    ["all of them", "> - 1) ".repeat(40)],
  ])("is told by %s in one line", (_, text) => expect(isTooDeep(text)).toBe(true))

  it.each([
    ["what people write", "> > a quote\n> - of a list\n>   1. in a list"],
    ["a rule", "-".repeat(500)],
    ["stars", "*".repeat(10_000)],
    ["a number", "1".repeat(100_000)],
    ["many lines", "> - one\n".repeat(10_000)],
  ])("is not %s", (_, text) => expect(isTooDeep(text)).toBe(false))
})
