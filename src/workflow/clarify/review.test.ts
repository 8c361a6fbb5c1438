import { describe, expect, it } from "vitest"
import { type Brief, type BriefSection, briefSections, parseBrief } from "./brief.ts"
import { assumed } from "./brief-defaults.ts"
import { isBroad, isShort, type ReviewInput, reviewBrief, showsBoundary, slotQuestions, slots } from "./review.ts"

const task = "Improve the greeting."
const clear = "Say good morning before noon and keep everything else unchanged."

/** A brief in which only these sections were really written. */
function briefWith(sections: readonly BriefSection[]): Brief {
  const empty = parseBrief("", { task, rounds: [], grounding: null })
  return Object.assign(
    { ...empty, explicit: new Set(sections) },
    Object.fromEntries(sections.map((name) => [name, ["Said."]])),
  )
}
const whole = briefWith(briefSections)
const without = (...missing: BriefSection[]) => briefWith(briefSections.filter((name) => !missing.includes(name)))

function review(answers: readonly string[], input: Partial<ReviewInput> = {}) {
  const rounds = answers.map((answer) => ({ question: "What?", answer }))
  return reviewBrief({ task, brief: whole, round: rounds.length, rounds, maxRounds: 2, grounding: null, ...input })
}

describe("the review of a brief", () => {
  it("F053: ends after one question whose answer makes everything clear", () => {
    expect(review([clear])).toEqual({
      kind: "clarify_exit",
      code: "clarify_complete",
      summary: "what is wanted is clear",
      stage: "boundaries",
      pressure: null,
      pressurePassComplete: false,
      missingGates: [],
      unresolved: [],
      focus: null,
      openQuestions: [],
    })
  })

  it("F054: asks a second question after a vague answer, and never a third", () => {
    const brief = briefWith([])
    expect(review(["Make it nicer."], { brief })).toMatchObject({
      kind: "clarify_continue",
      focus: "likely_touchpoints",
    })
    expect(review(["Make it nicer.", "Somehow better."], { brief })).toMatchObject({
      kind: "clarify_exit",
      focus: null,
    })
  })

  it("F055: says stage, pressure and gates when it goes on, and when it ends", () => {
    const brief = briefWith(["desiredOutcome"])
    expect(review(["Say good morning before noon."], { brief })).toEqual({
      kind: "clarify_continue",
      code: "clarify_follow_up_needed",
      summary: "another question is needed",
      stage: "readiness",
      pressure: "tradeoff",
      pressurePassComplete: false,
      missingGates: ["non_goals", "decision_boundaries"],
      unresolved: ["non_goals", "acceptance_criteria", "constraints", "decision_boundaries"],
      focus: "non_goals",
      openQuestions: [
        slotQuestions.non_goals,
        slotQuestions.acceptance_criteria,
        slotQuestions.constraints,
        slotQuestions.decision_boundaries,
      ],
    })
    expect(review(["Say good morning.", "Before noon it is morning."], { brief })).toMatchObject({
      kind: "clarify_exit",
      code: "clarify_budget_exhausted_without_pressure_pass",
      stage: "readiness",
      pressure: null,
      missingGates: ["non_goals", "decision_boundaries", "pressure_pass"],
    })
  })

  const vague = "Say good morning before noon."
  it.each([
    ["clarify_complete", [clear], {}],
    ["clarify_complete", [vague, clear], {}],
    ["clarify_complete", [clear, vague], {}],
    ["clarify_follow_up_needed", [clear], { brief: without("constraints") }],
    ["clarify_pressure_pass_required", [vague, vague], { maxRounds: 3 }],
    ["clarify_follow_up_needed", [vague, vague], { maxRounds: 3, brief: without("constraints") }],
    ["clarify_budget_exhausted_without_pressure_pass", [vague, vague], {}],
    ["clarify_budget_exhausted", [vague, clear], { brief: without("nonGoals") }],
    ["clarify_budget_exhausted", [vague], { brief: without("nonGoals"), maxRounds: 1 }],
  ] as const)("F055: gives %s after %j", (code, answers, input) => {
    expect(review(answers, input).code).toBe(code)
  })

  it("asks where to stop when only that is missing", () => {
    expect(review([vague, vague], { maxRounds: 3 })).toMatchObject({
      focus: "decision_boundaries",
      missingGates: ["pressure_pass"],
    })
  })

  it.each([
    ["intent", [clear], without("desiredOutcome")],
    ["boundaries", [clear], without("constraints")],
    ["readiness", [clear], without("nonGoals")],
  ] as const)("is in stage %s", (stage, answers, brief) => {
    expect(review(answers, { brief }).stage).toBe(stage)
  })

  it.each([
    ["example", "Make the greeting better for everybody."],
    ["tradeoff", "Say good morning before noon."],
  ] as const)("presses for %s after %j", (pressure, answer) => {
    expect(review([answer], { brief: briefWith([]) }).pressure).toBe(pressure)
  })

  it("presses on an assumption where every gate is passed", () => {
    expect(review([clear], { brief: without("constraints") }).pressure).toBe("assumption")
  })

  it("asks for the outcome first after a short answer, and for the place first after a broad one", () => {
    expect(review(["Friendly."], { brief: briefWith([]) }).focus).toBe("desired_outcome")
    expect(review(["Maybe."], { brief: briefWith([]) }).focus).toBe("likely_touchpoints")
    expect(review([""], { brief: without("constraints") }).focus).toBe("constraints")
  })

  it("does not take what merely repeats for an answer", () => {
    expect(review([clear], { brief: { ...whole, acceptanceCriteria: [`*${task}*`] } }).unresolved).toEqual([
      "acceptance_criteria",
    ])
    expect(review([clear], { brief: { ...whole, nonGoals: [assumed.nonGoals] } }).unresolved).toEqual(["non_goals"])
  })

  it("asks for the place only where it matters and the workspace does not tell", () => {
    const brief = without("likelyTouchpoints")
    const existing = { project: null, entries: [], existing: ["src/a.ts"], missing: [], related: [], facts: [] }
    expect(review([clear], { brief }).unresolved).toEqual([])
    expect(review([clear], { brief, task: "Rename it in src/a.ts." }).unresolved).toEqual(["likely_touchpoints"])
    expect(review([clear], { brief, task: "Rename it in src/a.ts.", grounding: existing }).unresolved).toEqual([])
  })

  it("has a question for every slot", () => {
    expect(Object.keys(slotQuestions)).toEqual(Object.keys(slots))
  })
})

describe("an answer", () => {
  it.each([
    ["Make it better", { broad: true, short: true, boundary: false }],
    ["The letterhead, on every page", { broad: false, short: false, boundary: false }],
    ["Fix it around there", { broad: true, short: false, boundary: false }],
    ["Do not touch the parser", { broad: false, short: false, boundary: true }],
    ["don’t", { broad: false, short: true, boundary: true }],
    ["The bookkeeper's commonly used report", { broad: false, short: false, boundary: false }],
    ["Leave the rest, and stop and ask if unsure", { broad: false, short: false, boundary: true }],
    ["", { broad: false, short: true, boundary: false }],
  ])("is read by its words: %j", (answer, expected) => {
    expect({ broad: isBroad(answer), short: isShort(answer), boundary: showsBoundary(answer) }).toEqual(expected)
  })
})
