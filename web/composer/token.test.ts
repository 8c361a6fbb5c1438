import { describe, expect, it } from "vitest"
import { pathInText, tokenAt, withTaken } from "./token.ts"

/** The text with `|` where the caret is. */
const at = (marked: string) => tokenAt(marked.replace("|", ""), marked.indexOf("|"))

describe("what is being typed", () => {
  it("is a command only where the slash begins the message", () => {
    expect(at("/com|")).toEqual({ kind: "command", typed: "com", from: 0, to: 4 })
    expect(at("look at /com|")).toBeNull()
    expect(at("/usr/bin|")).toBeNull()
    expect(at("/rename The|")).toBeNull()
    expect(at("/exp|ort ")).toEqual({ kind: "command", typed: "exp", from: 0, to: 7 })
    expect(at("/export| a draft that was there before")).toBeNull()
    expect(at("/export|\n\nand this")).toBeNull()
  })

  it("is a file after an @ that begins a word", () => {
    expect(at("see @src/ap|")).toEqual({ kind: "file", typed: "src/ap", from: 4, to: 11 })
    expect(at("@|")).toEqual({ kind: "file", typed: "", from: 0, to: 1 })
    expect(at("me@home|")).toBeNull()
    expect(at("@src done|")).toBeNull()
  })

  it("is taken over as a whole, with one space after it", () => {
    const marked = "see @sr|c please"
    const token = at(marked)
    expect(token && withTaken(marked.replace("|", ""), token, "src/app.ts")).toEqual({
      text: "see src/app.ts please",
      caret: 15,
    })
  })

  it("sets a path with spaces apart", () => {
    expect([pathInText("a/b.ts"), pathInText("my file.txt")]).toEqual(["a/b.ts", "`my file.txt`"])
  })
})
