import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { item, markdown, text } from "../../../test/support/workflow/markdown.ts"
import { linesOf } from "./lines.ts"
import { formatOutline, type Headings, parseOutline } from "./outline.ts"
import { formatItems, itemsOf, quoted, textOf } from "./outline-items.ts"

const headings: Headings<"risks"> = { titles: ["Plan"], sections: { risks: ["Risks", "dangers"] } }
const read = (source: string) => {
  const { parts, kept } = parseOutline(source, headings)
  return { risks: parts.flatMap((part) => itemsOf(part.lines)), kept }
}

describe("an outline", () => {
  it.each([
    ["# Plan\nHello\n## Risks\n- a", { risks: ["a"], kept: [{ title: "", body: "Hello" }] }],
    ["# Mine\n## Sub\nx\n# Dangers\n- a", { risks: ["a"], kept: [{ title: "Mine", body: "### Sub\nx" }] }],
    ["## Risks\n### Big\n- a\n## C#\nx", { risks: ["Big", "a"], kept: [{ title: "C#", body: "x" }] }],
    ["## Risks\n- a\n## Risks\n- b", { risks: ["a", "b"], kept: [] }],
    ["## A\n```\n## Risks\n```", { risks: [], kept: [{ title: "A", body: "```\n## Risks\n```" }] }],
    ["## A\n```\n## Risks\n- a", { risks: ["a"], kept: [{ title: "A", body: "\\```" }] }],
    ["The risks: are few", { risks: [], kept: [{ title: "", body: "The risks: are few" }] }],
    ["**Risks** are few", { risks: [], kept: [{ title: "", body: "**Risks** are few" }] }],
  ])("reads %j", (source, expected) => {
    expect(read(source)).toEqual(expected)
  })

  it("loses no word of what it does not know", () => {
    const strange: Headings<"none"> = { titles: [], sections: { none: [] } }
    fc.assert(
      fc.property(markdown, (source) => {
        const written = formatOutline("", [], parseOutline(source, strange).kept)
        expect(written.match(/[a-z]+/g)).toEqual(source.match(/[a-z]+/g))
      }),
    )
  })

  it("reads a list as it was written, whatever its items say", () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(itemsOf(linesOf(formatItems(items)))).toEqual(items)
      }),
    )
  })

  it("reads a quoted text as it was written", () => {
    fc.assert(
      fc.property(text, (words) => {
        expect(textOf(linesOf(quoted(words)))).toBe(words)
      }),
    )
  })

  it("takes time in proportion to a text full of fences that nothing closes", () => {
    expect(linesOf("```a\n".repeat(50_000)).filter((line) => line.fenced)).toEqual([])
  })
})
