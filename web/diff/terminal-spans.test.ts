import { describe, expect, it } from "vitest"
import { someLines, terminalLines } from "./terminal-spans.ts"

const plain = (text: string) => terminalLines(text).map((line) => line.map((span) => span.text).join(""))

describe("what a command printed", () => {
  it("keeps colours as the colours of the page", () => {
    expect(terminalLines("a \x1b[31mred\x1b[0m b")).toEqual([
      [
        { text: "a ", look: "" },
        { text: "red", look: "text-bad" },
        { text: " b", look: "" },
      ],
    ])
  })

  it("carries a colour over the end of a line", () => {
    expect(terminalLines("\x1b[32mone\ntwo\x1b[0m")).toEqual([
      [{ text: "one", look: "text-good" }],
      [{ text: "two", look: "text-good" }],
    ])
  })

  it("writes over a line after a carriage return, as far as the new text goes", () => {
    expect(plain("progress 10%\rprogress 99%\ndone")).toEqual(["progress 99%", "done"])
    expect(plain("long line\rshort")).toEqual(["shortline"])
  })

  it("forgets the rest of a line that was erased", () => {
    expect(plain("long line\r\x1b[Kshort")).toEqual(["short"])
    expect(plain("long line\x1b[2K\rshort")).toEqual(["short"])
  })

  it("takes a carriage return before a line end as part of it", () => {
    expect(plain("one\r\ntwo\r\n")).toEqual(["one", "two", ""])
  })

  it("leaves out titles, links and moves of the cursor", () => {
    expect(plain("\x1b]0;title\x07a\x1b[2Ab\x1b[?25lc")).toEqual(["abc"])
  })

  it("never makes markup of what was printed", () => {
    expect(plain("<b>&amp;</b>")).toEqual(["<b>&amp;</b>"])
  })
})

describe("some lines", () => {
  it("are given with how many are left out", () => {
    expect(someLines("1\n2\n3\n", 2, "last")).toEqual({ text: "2\n3", left: 1 })
    expect(someLines("1\n2\n3\n", 2, "first")).toEqual({ text: "1\n2", left: 1 })
    expect(someLines("1\n2", 5, "last")).toEqual({ text: "1\n2", left: 0 })
  })
})
