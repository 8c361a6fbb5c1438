import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fallbackQuestion, questionFrom, questionLimits } from "./question.ts"

const fallback = { question: "Ours?", options: [] }

describe("the question of a round", () => {
  it.each([
    [
      "a tool call",
      "",
      { question: "Which one?", options: ["A", { label: "B" }, "a", 3, ""] },
      "Which one?",
      ["A", "B"],
    ],
    ["a tool call by other names", "", { prompt: "Which one?", choices: ["A", "B"] }, "Which one?", ["A", "B"]],
    ["a tool call with options that are none", "", { question: "Which one?", options: "A" }, "Which one?", []],
    ["the text", "I see. Should it be fast?", null, "I see. Should it be fast?", []],
    [
      "a text in another script",
      "\u901f\u3044\u65b9\u304c\u3044\u3044\uff1f",
      null,
      "\u901f\u3044\u65b9\u304c\u3044\u3044\uff1f",
      [],
    ],
    [
      "a text with a list",
      "Which one?\n\n- The first\n- The second \n",
      null,
      "Which one?\n\n- The first\n- The second",
      [],
    ],
    ["a text that asks nothing", "I will begin.", null, "Ours?", []],
    ["nothing", "", null, "Ours?", []],
    ["an empty tool call", "Fast?", { question: " " }, "Fast?", []],
  ])("F053: comes from %s", (_, text, call, question, options) => {
    expect(questionFrom(text, call, fallback)).toEqual({ question, options })
  })

  it("is found without throwing, whatever a model says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.anything(), (text, call) => {
        const found = questionFrom(text, call, fallback)
        expect(found.question).not.toBe("")
        expect(found.options.length).toBeLessThanOrEqual(questionLimits.options)
      }),
    )
  })
})

describe("our own question", () => {
  it("is what the brief left open, else what is wanted", () => {
    expect(fallbackQuestion(["Which port?", "Which host?"])).toEqual({ question: "Which port?", options: [] })
    expect(fallbackQuestion([]).question).toBe("What should be different when this is done?")
  })
})
