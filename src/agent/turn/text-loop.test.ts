import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { endsInLoop } from "./text-loop.ts"

describe("a text that loops", () => {
  const loops: [string, string][] = [
    ["a sentence", `Well. ${"I will now read the file again. ".repeat(12)}`],
    ["a paragraph", "Let me think about this once more, because the test still fails.\n\n".repeat(12)],
    ["a word", "no ".repeat(120)],
    ["a single mark", "=".repeat(300)],
    ["characters of two units", "🌊🦭".repeat(100)],
  ]
  it.each(loops)("ends in %s again and again", (_, text) => {
    expect(endsInLoop(text)).toBe(true)
  })

  const texts: [string, string][] = [
    ["a short one", "no no no no"],
    ["a line of a table", `| a | b |\n${"-".repeat(80)}`],
    ["a loop that ended", `${"I will now read the file again. ".repeat(12)}Now I have it: line 4 is wrong.`],
    ["a list whose lines are alike", Array.from({ length: 60 }, (_, i) => `- file-${i}.ts was changed`).join("\n")],
    ["a sentence that is said a few times", "I will now read the file again. ".repeat(6)],
  ]
  it.each(texts)("is not %s", (_, text) => {
    expect(endsInLoop(text)).toBe(false)
  })

  it("is found wherever it began, as soon as it was said often enough", () => {
    const stretch = fc.string({ minLength: 24, maxLength: 200 }).filter((text) => new Set(text).size > 12)
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), stretch, (before, again) => {
        expect(endsInLoop(before + again.repeat(14))).toBe(true)
      }),
    )
  })
})
