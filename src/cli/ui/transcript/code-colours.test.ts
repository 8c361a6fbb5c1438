import { describe, expect, it } from "vitest"
import { paintFor } from "../../text/paint.ts"
import { colouredCode } from "./code-colours.ts"

const named = {
  ...paintFor("off"),
  dim: (text: string) => `<c>${text}</c>`,
  green: (text: string) => `<s>${text}</s>`,
  red: (text: string) => `<r>${text}</r>`,
  magenta: (text: string) => `<n>${text}</n>`,
  blue: (text: string) => `<k>${text}</k>`,
}
const coloured = (language: string | undefined, code: string) => colouredCode(code, language, named)

describe("a program in colours", () => {
  it("has its comments, texts, numbers and keywords told apart", () => {
    expect(coloured("ts", 'const a = "if // no" + 12 // if 3')).toEqual([
      '<k>const</k> a = <s>"if // no"</s> + <n>12</n> <c>// if 3</c>',
    ])
    expect(coloured("py", "def f(): # returns\n  return '#'")).toEqual([
      "<k>def</k> f(): <c># returns</c>",
      "  <k>return</k> <s>'#'</s>",
    ])
  })

  it("has each line of a long comment or text coloured by itself, also one that is still being written", () => {
    expect(coloured("c", "/* one\ntwo */ int x")).toEqual(["<c>/* one</c>", "<c>two */</c> <k>int</k> x"])
    expect(coloured("js", "a = `one\ntwo")).toEqual(["a = <s>`one</s>", "<s>two</s>"])
    expect(coloured("ts", "/* open\nif")).toEqual(["<c>/* open</c>", "<c>if</c>"])
  })

  it("has what a diff adds and takes away, and stays as it is in a language that is not known", () => {
    expect(coloured("diff", "-a\n+b\n c")).toEqual(["<r>-a</r>", "<s>+b</s>", " c"])
    expect(coloured("brainfuck", "if 1")).toEqual(["if 1"])
    expect(coloured(undefined, "if 1")).toEqual(["if 1"])
  })
})
