import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { item, markdown } from "../../../test/support/workflow/markdown.ts"
import { type Plan, parsePlan, planCriteria, readPlan } from "./plan.ts"

const task = "Add a router to `src/router.ts`."
const first =
  "# Implementation Plan\n\n## File Changes\n- `src/router.ts`\n\n## Execution Order\n1. Write it\n2. Wire it\n\n## Risks\n- Few"
const second =
  "## Acceptance Criteria\n- Routes are found\n\n## Verification Commands\n- `npm test`\n\n## Notes\n- Fast"
const whole: Plan = { steps: 2, criteria: ["Routes are found"], commands: ["npm test"] }

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
    const { texts, plan, fallback } = parsePlan(`${first}\n${separator}\n\n${second}`, task)
    expect({ plan, fallback }).toEqual({ plan: whole, fallback: false })
    expect(texts.plan).toContain("Wire it")
    expect(texts.plan).not.toMatch(/npm test|Fast|VERIFICATION/)
    expect(texts.verificationPlan).toMatch(/npm test[\s\S]*Fast/)
    expect(readPlan(texts)).toEqual(whole)
  })

  it("F058: is two documents, as the model wrote them", () => {
    const { texts } = parsePlan(`${first}\n<<<VERIFICATION>>>\n${second}`, task)
    expect(texts.plan.startsWith(`${first}\n\n## Workflow Contract\n`)).toBe(true)
    expect(texts.verificationPlan).toBe(`# Verification Plan\n\n${second}\n`)
    expect(parsePlan(first, task).texts.verificationPlan).toBe("# Verification Plan\n\n- None yet\n")
  })

  it("counts the file changes for its steps where it has no order, and a bare list where it has neither", () => {
    expect(parsePlan("## Files\n- a.ts\n- b.ts", task).plan.steps).toBe(2)
    expect(parsePlan("1. Look\n2. Change\n", task)).toMatchObject({ plan: { steps: 2 }, fallback: false })
  })

  it.each(["", "  \n", "I am not sure what to do."])(
    "names only the task, and no command, where a model said %j",
    (said) => {
      const { texts, plan, fallback } = parsePlan(said, task)
      expect({ plan, fallback }).toEqual({ plan: { steps: 1, criteria: [task], commands: [] }, fallback: true })
      expect(texts.plan).toContain(`## Execution Order\n\n- ${task}\n`)
      expect(texts.plan).toContain(said.trim())
    },
  )

  it("F058: follows what a person wrote into it", () => {
    const verificationPlan = second.replace("- `npm test`", "```sh\nnpm run lint\nnpm run build\nnpm run lint\n```")
    expect(readPlan({ plan: first, verificationPlan }).commands).toEqual(["npm run lint", "npm run build"])
  })

  it("adds its criteria to what was agreed on, each once", () => {
    expect(planCriteria([task, "It is fast"], whole)).toEqual([task, "It is fast", "Routes are found"])
    expect(planCriteria(["ROUTES are *found*"], whole)).toEqual(["ROUTES are *found*"])
  })

  it("says the same when it is read again, whatever it was read from", () => {
    fc.assert(
      fc.property(markdown, item, (written, wanted) => {
        const { texts, plan, fallback } = parsePlan(written, wanted)
        const { criteria, commands } = readPlan(texts)
        expect({ criteria, commands }).toEqual({ criteria: fallback ? [] : plan.criteria, commands: plan.commands })
      }),
      { numRuns: 1000 },
    )
  })
})
