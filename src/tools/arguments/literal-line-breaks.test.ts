import { describe, expect, it } from "vitest"
import { literalBreaksInAdded, literalBreaksInFile } from "./literal-line-breaks.ts"

describe("literal line breaks in a file", () => {
  it.each([
    ["one\\ntwo\\n", 2],
    ["one\\r\\ntwo\n", 1],
    ['const a = "x"\\nconst b = "y"', 1],
  ])("are counted where it is one line: %j", (text, breaks) => {
    expect(literalBreaksInFile(text)).toBe(
      `The content is one line with ${breaks} literal \\n: if line breaks were meant, write it again with real ones.`,
    )
  })

  it.each(["", "one\n", 'print("a\\n")\nprint("b\\n")\n'])("are none, or are meant: %j", (text) => {
    expect(literalBreaksInFile(text)).toBeUndefined()
  })
})

describe("literal line breaks in a change", () => {
  it("are counted where it adds one line", () => {
    expect(literalBreaksInAdded(['def f():\\n    return "a"\\n'])).toContain(
      "The new text is one line with 2 literal \\n",
    )
  })

  it.each([[[]], [['print("a\\n")']], [["lines = text.split(/\\r?\\n/)"]], [["a\\nb", "c"]]])(
    "are none, or are meant: %j",
    (lines) => {
      expect(literalBreaksInAdded(lines)).toBeUndefined()
    },
  )
})
