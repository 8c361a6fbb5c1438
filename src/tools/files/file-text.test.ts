import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeText, encodeText, linesOf } from "./file-text.ts"

describe("text", () => {
  it("is written back byte by byte as it was read, whatever the bytes", () => {
    const marks = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff])
    fc.assert(
      fc.property(marks, fc.uint8Array({ maxLength: 40 }), (mark, rest) => {
        const bytes = Buffer.from([...mark, ...rest])
        const file = decodeText(bytes)
        if (file) expect(Buffer.from(encodeText(file.text, file)).toString("hex")).toBe(bytes.toString("hex"))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ["no line end", "a", { lineEnding: null, mixed: false }],
    ["line feeds", "a\nb\n", { lineEnding: "\n", mixed: false }],
    ["those of Windows", "a\r\nb\r\n", { lineEnding: "\r\n", mixed: false }],
    ["mostly those of Windows", "a\r\nb\r\nc\n", { lineEnding: "\r\n", mixed: true }],
  ])("knows %s", (_, text, style) => {
    expect(decodeText(Buffer.from(text))).toMatchObject(style)
  })

  it("has the lines that people count", () => {
    expect([linesOf(""), linesOf("a"), linesOf("a\r\n"), linesOf("a\n\n")]).toEqual([[], ["a"], ["a"], ["a", ""]])
  })
})
