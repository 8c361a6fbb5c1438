import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { item, markdown } from "../arbitrary/markdown.ts"
import { isNothing } from "../outline/items.ts"
import { formatPlan, formatVerificationPlan, type Plan, parsePlan, planCriteria, readPlan } from "./plan.ts"

const task = "Add a router to `src/router.ts`."
const first =
  "# Implementation Plan\n\n## File Changes\n- `src/router.ts`\n\n## Execution Order\n1. Write it\n2. Wire it\n\n## Risks\n- Few\n"
const second =
  "## Acceptance Criteria\n- Routes are found\n\n## Verification Commands\n- `npm test`\n\n## Notes\n- Fast\n"
const whole: Plan = {
  changes: ["`src/router.ts`"],
  steps: ["Write it", "Wire it"],
  risks: ["Few"],
  criteria: ["Routes are found"],
  commands: ["npm test"],
  notes: ["Fast"],
  kept: [],
  keptVerification: [],
}
const again = (plan: Plan) =>
  readPlan({ plan: formatPlan(plan), verificationPlan: formatVerificationPlan(plan) }, "another task").plan

describe("a plan", () => {
  it.each([
    "<<<VERIFICATION>>>",
    "<<VERIFICATION>>",
    "**<<<VERIFICATION>>>**",
    "<<< Verification Plan >>>",
    "# Verification Plan",
    "## 2. Verification plan:",
    "# verification_plan",
    "<<<VERIFICATION>>>\n\n# Verification Plan",
    "",
  ])("F059: is read where %j parts its two halves", (separator) => {
    expect(parsePlan(`${first}\n${separator}\n\n${second}`, task)).toEqual({ plan: whole, fallback: false })
  })

  it("F058: is two documents, each with its sections", () => {
    expect(formatPlan(whole).match(/^#+ .*$/gm)).toEqual([
      "# Implementation Plan",
      "## File Changes",
      "## Execution Order",
      "## Risks",
      "## Workflow Contract",
    ])
    expect(formatVerificationPlan(whole)).toBe(
      "# Verification Plan\n\n## Acceptance Criteria\n\n- Routes are found\n\n## Verification Commands\n\n```sh\nnpm test\n```\n\n## Notes\n\n- Fast\n",
    )
  })

  it("takes the file changes for its steps where it has no order, and a bare list where it has neither", () => {
    expect(parsePlan("## Files\n- a.ts\n- b.ts", task).plan.steps).toEqual(["a.ts", "b.ts"])
    expect(parsePlan("1. Look\n2. Change\n", task)).toMatchObject({
      plan: { steps: ["Look", "Change"], kept: [] },
      fallback: false,
    })
  })

  it("reads a heading for each file as a change", () => {
    expect(parsePlan("## File Changes\n### src/a.ts\nAdd it.\n### src/b.ts\n- Use it", task).plan.changes).toEqual([
      "src/a.ts\nAdd it.",
      "src/b.ts",
      "Use it",
    ])
  })

  it.each(["", "  \n", "I am not sure what to do."])(
    "names only the task, and no command, where a model said %j",
    (said) => {
      const { plan, fallback } = parsePlan(said, task)
      expect({ ...plan, kept: [] }).toEqual({
        changes: [],
        steps: [task],
        risks: [],
        criteria: [task],
        commands: [],
        notes: [],
        kept: [],
        keptVerification: [],
      })
      expect(fallback).toBe(true)
      expect(plan.kept.map(({ body }) => body).join("")).toBe(said.trim())
    },
  )

  it("keeps sections that it does not know in the document that they are in", () => {
    const { plan } = parsePlan(
      `${first}\n## Rollout\nSlowly.\n<<<VERIFICATION>>>\n${second}\n## By eye\nLook at it.`,
      task,
    )
    expect(plan).toEqual({
      ...whole,
      kept: [{ title: "Rollout", body: "Slowly." }],
      keptVerification: [{ title: "By eye", body: "Look at it." }],
    })
    expect(formatPlan(plan)).toContain("## Rollout\n\nSlowly.")
    expect(formatVerificationPlan(plan)).toContain("## By eye\n\nLook at it.")
  })

  it("F058: follows what a person wrote into it", () => {
    const verificationPlan = formatVerificationPlan(whole).replace("npm test", "npm run lint\nnpm run build")
    expect(readPlan({ plan: formatPlan(whole), verificationPlan }, task).plan.commands).toEqual([
      "npm run lint",
      "npm run build",
    ])
  })

  it("adds its criteria to what was agreed on, each once", () => {
    expect(planCriteria([task, "It is fast"], whole)).toEqual([task, "It is fast", "Routes are found"])
    expect(planCriteria(["ROUTES are *found*"], whole)).toEqual(["ROUTES are *found*"])
  })

  it("is the same after it was written down and read, whatever it was read from", () => {
    fc.assert(
      fc.property(markdown, item, (written, wanted) => {
        const { plan } = parsePlan(written, wanted)
        expect(again(plan)).toEqual(plan)
      }),
      { numRuns: 1000 },
    )
  })

  it("is the same after it was written down and read, whatever stands in it", () => {
    const items = fc.array(
      item.filter((value) => !isNothing(value)),
      { maxLength: 4 },
    )
    const plan: fc.Arbitrary<Plan> = fc.record({
      changes: items,
      steps: items.filter((steps) => steps.length > 0),
      risks: items,
      criteria: items,
      commands: fc.uniqueArray(fc.constantFrom("npm test", "a | b", "cat <<E\n```\nE", "node -e 'a\n\nb' && c")),
      notes: items,
      kept: fc.constantFrom<Plan["kept"][]>([], [{ title: "", body: "Hello." }]),
      keptVerification: fc.constantFrom<Plan["kept"][]>([], [{ title: "By eye", body: "Look." }]),
    })
    fc.assert(
      fc.property(plan, (made) => {
        expect(again(made)).toEqual(made)
      }),
      { numRuns: 300 },
    )
  })
})
