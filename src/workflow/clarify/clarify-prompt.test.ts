import { describe, expect, it } from "vitest"
import { briefSections, formatBrief, parseBrief } from "./brief.ts"
import { briefPrompt, clarifyPrompt } from "./clarify-prompt.ts"
import { findGrounding } from "./grounding.ts"

const task = "Improve `src/router.ts`."
const grounding = findGrounding(task, [], {
  project: null,
  entries: ["src"],
  exists: (path) => path === "src/router.ts",
})
const rounds = [{ question: "What?", answer: "Make it nicer." }]

describe("the prompt for a question", () => {
  it("F057: names a file of the task that exists as existing", () => {
    expect(clarifyPrompt({ task, round: 1, maxRounds: 2, openQuestions: [], rounds: [], grounding }).message).toBe(
      [
        "Task:\nImprove `src/router.ts`.",
        "Round:\n1 of 2",
        "Workspace:\nAt the top: src\nNamed and existing: src/router.ts",
      ].join("\n\n"),
    )
  })

  it("F054: tells the next round what the brief left open, and what was said", () => {
    const openQuestions = ["Which words?"]
    const { message } = clarifyPrompt({ task, round: 2, maxRounds: 2, openQuestions, rounds, grounding })
    expect(message).toContain("Round:\n2 of 2")
    expect(message).toContain("Still open:\n- Which words?")
    expect(message).toContain("Answers so far:\nQ: What?\nA: Make it nicer.")
  })

  it("stays small for a small window, and keeps the end of a long task", () => {
    const long = `${"word ".repeat(50_000)}THE END`
    const { instructions, message } = clarifyPrompt({
      task: long,
      round: 1,
      maxRounds: 2,
      openQuestions: [],
      rounds: [],
      grounding: null,
    })
    expect(instructions.length + message.length).toBeLessThan(8_000)
    expect(message).toContain("THE END")
  })
})

describe("the prompt for a brief", () => {
  it("F056: asks for headings that are read back as they are", () => {
    const { instructions } = briefPrompt({ task, rounds, grounding: null, brief: null })
    const echoed = instructions
      .split("\n")
      .filter((line) => line.startsWith("## "))
      .map((heading) => `${heading}\n- said?`)
    const brief = parseBrief(echoed.join("\n"), { task, rounds })
    expect(briefSections.map((section) => brief[section])).toEqual(briefSections.map(() => ["said?"]))
    expect(brief.openQuestions).toEqual(["said?"])
    expect(brief.kept).toEqual([])
  })

  it("F053: has the answers and the brief of the round before", () => {
    const brief = parseBrief("## Constraints\n- Only Node", { task, rounds })
    const { message } = briefPrompt({ task, rounds: [...rounds, { question: "And?", answer: "" }], grounding, brief })
    expect(message).toContain("Q: What?\nA: Make it nicer.\nQ: And?\nA: (no answer)")
    expect(message).toContain(formatBrief(brief))
  })
})
