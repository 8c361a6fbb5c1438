import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { assertionsIn, countOf, testCode, testMarks } from "./test-marks.ts"

const bound = 256 * 1024
const repeated = (text: string) => text.repeat(Math.ceil(bound / text.length))

describe("a test without its comments", () => {
  it.each([
    ["a\n// b\nc", "a\n\nc"],
    ["a\n  # b\r\nc\n", "a\n\nc\n"],
    ["#!/bin/sh\n#[test]\nx", "#!/bin/sh\n#[test]\nx"],
    ["/* a\n// b */ c\nd", " c\nd"],
    ["/* a */ /* b */\nc", " /* b */\nc"],
    ["/*/ a\nb", "/*/ a\nb"],
    ["x /* a\n*/ y", "x /* a\n*/ y"],
    ["/* a\n/* b */\n/* c", "\n/* c"],
    ["", ""],
  ])("of %j is %j", (text, code) => {
    expect(testCode(text)).toBe(code)
  })

  it("loses nothing else", () => {
    const pieces = fc.constantFrom("/*", "*/", "//", "#", "#[", "\n", "\t", " ", "a", "/", "*")
    const byPattern = (text: string) => text.replace(/^[ \t]*(?:\/\*[\s\S]*?\*\/|(?:\/\/|#(?![![])).*$)/gm, "")
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(testCode(parts.join(""))).toBe(byPattern(parts.join("")))
      }),
    )
  })

  it("is the whole text where no comment is closed, however many are begun", () => {
    const text = repeated("/* expect\n")
    expect(testCode(text)).toBe(text)
    expect(testCode(`${text}*/`)).toBe("")
  })
})

describe("what a test asserts", () => {
  it("is each statement, laid out in whatever way", () => {
    expect(assertionsIn("expect(a)\n  .toBe(1)\nassert.equal(b,\n 2,\n)\nassert x == 3")).toEqual([
      "expect(a).toBe(1)",
      "assert.equal(b,2)",
      "assertx==3",
    ])
  })

  it("is a bounded amount of text where one stands within the other", () => {
    const statements = assertionsIn(repeated("expect("))
    expect(statements).toHaveLength(37_450)
    expect(statements.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(4_100_000)
  })
})

describe("the marks of a test", () => {
  it.each([
    ["except ", 0],
    ["except a:\n", 26_215],
    ["it.", 0],
    ["expect.", 0],
  ])("are found in a text that repeats %j", (text, catches) => {
    const long = repeated(text)
    expect(countOf(long, testMarks.catches)).toBe(catches)
    expect(countOf(long, testMarks.swallows)).toBe(0)
    expect(countOf(long, testMarks.cases)).toBe(0)
    expect(countOf(long, testMarks.skipped)).toBe(0)
    expect(assertionsIn(long)).toEqual([])
  })

  it("are found after a wide gap", () => {
    expect(countOf(`if${" ".repeat(bound)}(  false)`, testMarks.disabled)).toBe(1)
    expect(countOf(`if${" ".repeat(bound)}`, testMarks.disabled)).toBe(0)
  })
})
