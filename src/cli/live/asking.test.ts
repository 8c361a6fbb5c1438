import { describe, expect, it } from "vitest"
import { paintFor } from "../text/paint.ts"
import { askLines, readAnswer } from "./asking.ts"

const approval = { ask: "one", kind: "approval" as const, question: "May it run?", rule: { tool: "bash" } }
const question = {
  ask: "two",
  kind: "question" as const,
  question: "Which?",
  options: [
    { id: "1", label: "red" },
    { id: "2", label: "green" },
  ],
}

describe("what is typed at an approval", () => {
  it.each([
    ["y", { answer: "approve", scope: "once" }],
    [" YES ", { answer: "approve", scope: "once" }],
    ["s", { answer: "approve", scope: "session" }],
    ["always", { answer: "approve", scope: "always" }],
    ["n", "why"],
    ["no, use npm test", { answer: "deny", text: "use npm test" }],
    ["n it is needed", { answer: "deny", text: "it is needed" }],
    ["", undefined],
    ["yeah maybe", undefined],
    ["nothing", undefined],
  ])("%j", (typed, answer) => {
    expect(readAnswer(approval, typed)).toEqual(answer)
  })
})

it("takes no answer for always where no rule can say it", () => {
  expect(readAnswer({ ask: "one", kind: "approval", question: "May it run?" }, "a")).toBeUndefined()
})

describe("what is typed at a plan", () => {
  const plan = { ask: "three", kind: "plan" as const, question: "Do you approve the plan?", plan: 1, details: "# Plan" }

  it.each([
    ["y", { answer: "approve", scope: "once" }],
    ["n", "why"],
    ["no, smaller steps", { answer: "deny", text: "smaller steps" }],
    ["s", undefined],
    ["always", undefined],
  ])("%j", (typed, answer) => {
    expect(readAnswer(plan, typed)).toEqual(answer)
  })

  it("comes after the plan", () => {
    const lines = askLines(plan, { paint: paintFor("off"), width: 80 })
    expect(lines).toEqual(["    # Plan", "  [y]es   [n]o, and what to change"])
  })
})

describe("what is typed at a question", () => {
  it.each([
    ["2", { answer: "choice", choice: "2" }],
    ["Red", { answer: "choice", choice: "1" }],
    ["blue, if there is", { answer: "text", text: "blue, if there is" }],
    ["y", { answer: "text", text: "y" }],
    ["  ", undefined],
    ["3", undefined],
    ["3 of them", { answer: "text", text: "3 of them" }],
  ])("%j", (typed, answer) => {
    expect(readAnswer(question, typed)).toEqual(answer)
  })
})

describe("what is shown before an approval", () => {
  it("is the whole command, however long and narrow", () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`)
    const details = `tool=bash\ncommand=${words.join(" ")}\n  && rm -rf everything\nreason=it asks`
    const lines = askLines({ ...approval, details }, { paint: paintFor("off"), width: 40 })
    const shown = lines.join(" ")
    expect([...words, "rm -rf everything"].filter((word) => !shown.includes(word))).toEqual([])
    expect(lines.filter((line) => line.length > 40)).toEqual([])
  })
})
