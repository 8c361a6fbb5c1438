import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { workflowMode } from "../../session/event/common.ts"
import { decision } from "../../session/event/workflow.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { type RouteSituation, route } from "./route.ts"

describe("the router, in any situation", () => {
  const words = fc.constantFrom("add", "improve", "the", "src/x.ts", "refactor,", "ask", "me", "and", "workflow", "it.")
  const task = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")),
  )
  const entry: fc.Arbitrary<TimelineEntry> = fc.record({
    kind: fc.constantFrom("route", "reentry", "plan_refresh", "clarify_exit", "verify_skip"),
    mode: fc.constantFrom(...workflowMode.options),
    reasonCode: fc.constantFrom("x", "plan_refresh_completed"),
    summary: fc.string(),
    seq: fc.nat(),
    at: fc.constant(""),
  })
  const any: fc.Arbitrary<RouteSituation> = fc.record({
    task,
    requested: fc.option(fc.constantFrom(...workflowMode.options)),
    clarifyAllowed: fc.boolean(),
    hasBrief: fc.boolean(),
    hasPlan: fc.boolean(),
    planStale: fc.boolean(),
    openQuestions: fc.array(fc.string(), { maxLength: 12 }),
    verificationPressure: fc.boolean(),
    mutationPressure: fc.boolean(),
    conversation: fc.boolean(),
    timeline: fc.array(entry, { maxLength: 24 }),
  })

  it("gives a legal decision, with every score from 0 to 1", () => {
    fc.assert(
      fc.property(any, (given) => {
        const decided = route(given)
        expect(decision.strict().parse(decided)).toEqual(decided)
        const { routeScore = -1, runnerUpScore = 0, ambiguity = -1, complexity = -1 } = decided
        for (const score of [routeScore, runnerUpScore, ambiguity, complexity]) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
        expect(decided.runnerUpMode).not.toBe(decided.mode)
      }),
    )
  })

  it("is decided by what was requested", () => {
    fc.assert(
      fc.property(any, fc.constantFrom(...workflowMode.options), (given, requested) => {
        expect(route({ ...given, requested })).toMatchObject({ mode: requested, reasonCode: "explicit_request" })
      }),
    )
  })

  it("clarifies only where that is allowed or requested", () => {
    fc.assert(
      fc.property(any, (given) => {
        const decided = route({ ...given, requested: null, clarifyAllowed: false })
        expect(["plan", "execute"]).toContain(decided.mode)
      }),
    )
  })
})
