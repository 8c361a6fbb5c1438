import { describe, expect, it } from "vitest"
import { askTitle } from "./ask-title.ts"

describe("the title of an ask above its details", () => {
  const details = "tool=bash\ncommand=make\n  all\ncwd=.\nreason=bash needs approval\n  by rule"

  it("asks whether to run the command that the details show", () => {
    expect(askTitle("approval", "Run `make all`? bash needs approval.", details)).toBe(
      "Run this command? bash needs approval by rule.",
    )
    expect(askTitle("approval", "May bash run `ls`?", "command=ls")).toBe("Run this command?")
  })

  it("is the question itself where there is no command", () => {
    expect(askTitle("approval", "Write a.txt?", "tool=write\npath=a.txt\nreason=it needs approval")).toBe(
      "Write a.txt?",
    )
    expect(askTitle("approval", "Write a.txt?", "tool=write\nchange=\n  command=ls")).toBe("Write a.txt?")
    expect(askTitle("question", "Which one?", "command=ls")).toBe("Which one?")
  })
})
