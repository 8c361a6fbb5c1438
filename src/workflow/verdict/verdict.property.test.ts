import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { arbitraryFacts } from "../../../test/support/workflow/facts.ts"
import { stopCodes } from "../../session/event/turn.ts"
import { turnFacts } from "../../session/event/turn-facts.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import type { Facts } from "./facts.ts"
import { originalsProbes, probesDue } from "./probe.ts"
import { pushBackDue } from "./push-back.ts"
import { recordOf } from "./record.ts"
import { verdictOf } from "./verdict.ts"

const codes = [
  "completed-verified",
  "completed-unverified",
  "completed-nothing-to-verify",
  "answered",
  "contradicted",
  "permission-denied",
  "verification-budget-exhausted",
  "continuation-budget-exhausted",
]

/** What design section 9 asks of verified work, said in other words than the rule itself. */
function mayBeVerified(facts: Facts): boolean {
  const nothing = [facts.hollow, facts.altered, facts.running, facts.open, facts.failedWrites, facts.blocked]
  const originals = originalsProbes(facts)
  const isPassed = (id: string) => facts.probes.some(({ check, status }) => check.id === id && status === "passed")
  return (
    facts.files.length > 0 &&
    facts.plan.checks.length > 0 &&
    facts.plan.checks.every((check) =>
      facts.results.some((result) => result.check === check && result.status === "passed"),
    ) &&
    facts.results.some(({ check }) => check.source === "project" || !isPlaceholder(check.command)) &&
    nothing.every((facts) => facts.length === 0) &&
    facts.unwatched === null &&
    (facts.touched.length === 0 || (originals.length > 0 && originals.every(({ id }) => isPassed(id))))
  )
}

describe("for any facts", () => {
  it("there is exactly one verdict, and always the same", () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const before = structuredClone(facts)
        const verdict = verdictOf(facts)
        expect(codes).toContain(verdict.code)
        expect(Object.keys(stopCodes)).toContain(verdict.code)
        expect(verdictOf(facts)).toEqual(verdict)
        expect(facts).toEqual(before)
      }),
      { numRuns: 1_000 },
    )
  })

  it("the work is verified only if every check passed and nothing speaks against it", () => {
    const verified: Facts[] = []
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        if (verdictOf(facts).code !== "completed-verified") return
        verified.push(facts)
        expect(mayBeVerified(facts)).toBe(true)
      }),
      { numRuns: 5_000, seed: 13 },
    )
    expect(verified.length).toBeGreaterThan(100)
    expect(verified.some(({ touched }) => touched.length > 0)).toBe(true)
  })

  it("work that is not verified says why", () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const { code, missing, summary } = verdictOf(facts)
        expect(missing.length > 0).toBe(code === "completed-unverified")
        expect(summary).not.toBe("")
      }),
      { numRuns: 1_000 },
    )
  })

  it("a push-back needs an open item, a failed check, or a weak model", () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const due = pushBackDue(facts, new Map(), { weak: null })
        const hasFailed = facts.results.some(({ status }) => status === "failed")
        expect(due === null || facts.open.length > 0 || hasFailed).toBe(true)
        expect(
          pushBackDue(facts, new Map(due ? [[due.code, { times: 1, actedSince: false }]] : []), { weak: null })?.code,
        ).not.toBe(due?.code ?? "none")
      }),
      { numRuns: 1_000 },
    )
  })

  it("the record fits into its event, and no probe runs twice", () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        expect(turnFacts.safeParse(recordOf(facts)).error).toBeUndefined()
        const probes = probesDue(facts).map((check) => ({
          check,
          status: "failed" as const,
          by: "holdfast" as const,
          summary: null,
          seq: 1,
          isOld: false,
          isKnown: false,
        }))
        expect(probesDue({ ...facts, probes: [...facts.probes, ...probes] })).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})
