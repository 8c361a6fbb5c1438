import { describe, expect, it } from "vitest"
import { parsePlan } from "./plan.ts"
import { planPrompt } from "./plan-prompt.ts"

const input = {
  task: "Add a router.",
  briefText: null,
  grounding: null,
  checks: [],
  openQuestions: [],
  rejected: null,
}

describe("the prompt for a plan", () => {
  it("F058: asks for headings that are read back as they are", () => {
    const echoed = planPrompt(input)
      .instructions.split("\n")
      .filter((line) => line.startsWith("#") || line.startsWith("<"))
      .map((line) => (line.startsWith("## ") ? `${line}\n- \`npm test\`` : line))
    expect(parsePlan(echoed.join("\n"), "")).toMatchObject({
      plan: { steps: 1, criteria: ["`npm test`"], commands: ["npm test"] },
      fallback: false,
    })
  })

  it("says only what there is to say", () => {
    expect(planPrompt(input).message).toBe("Task:\nAdd a router.")
    expect(
      planPrompt({
        ...input,
        briefText: "# Brief",
        checks: ["npm test"],
        openQuestions: ["Which port?"],
        rejected: { planText: "# Plan", words: "Smaller steps." },
      }).message,
    ).toBe(
      [
        "Task:\nAdd a router.",
        "Brief:\n# Brief",
        "Checks that the project has:\n- npm test",
        "Still open:\n- Which port?",
        "Rejected plan:\n# Plan",
        "The person rejected it. Write another one, as they say:\nSmaller steps.",
      ].join("\n\n"),
    )
  })
})
