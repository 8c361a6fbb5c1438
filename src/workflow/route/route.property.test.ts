import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { markdown } from "../../../test/support/workflow/markdown.ts"
import { workflowMode } from "../../session/event/common.ts"
import { decision } from "../../session/event/workflow.ts"
import { type RouteSituation, route } from "./route.ts"

const any: fc.Arbitrary<RouteSituation> = fc.record({
  task: fc.oneof(fc.string(), markdown),
  requested: fc.option(fc.constantFrom(...workflowMode.options)),
  model: fc.constantFrom("weak", "capable"),
  hasPlan: fc.boolean(),
  openQuestions: fc.array(fc.string(), { maxLength: 12 }),
})

describe("the router, in any situation", () => {
  it("gives a legal decision, with every score from 0 to 1", () => {
    fc.assert(
      fc.property(any, (given) => {
        const decided = route(given)
        expect(decision.strict().parse(decided)).toEqual(decided)
        const { routeScore = -1, runnerUpScore = 0, complexity = -1 } = decided
        for (const score of [routeScore, runnerUpScore, complexity]) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
        expect(decided.runnerUpMode).not.toBe(decided.mode)
      }),
    )
  })

  it("clarifies only where a person asked for it, and plans by itself only for a weak model", () => {
    fc.assert(
      fc.property(any, (given) => {
        const { mode } = route({ ...given, requested: null })
        expect(given.model === "weak" ? ["plan", "execute"] : ["execute"]).toContain(mode)
      }),
    )
  })

  it("goes by the structure: other letters lead to the same mode", () => {
    const inOtherLetters = (text: string) => text.replace(/[a-z]/gi, "ж")
    const task = fc
      .array(fc.constantFrom("- a thing", "1. a thing", "a line", "  - nested", "", "```", "# Title"))
      .map((lines) => lines.join("\n"))
    fc.assert(
      fc.property(any, task, (given, text) => {
        const [one, other] = [text, inOtherLetters(text)].map((words) => route({ ...given, task: words }))
        expect(other).toEqual(one)
      }),
    )
  })
})
