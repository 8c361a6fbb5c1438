import { describe, expect, it } from "vitest"
import type { Evidence } from "../../session/event/common.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { explainEntry, provenance } from "./explain-entry.ts"

const at = { seq: 9, at: "2026-01-01T00:00:00.000Z" }
const evidence = (status: Evidence["status"], summary: string, subject?: string): Evidence => ({
  category: "verification",
  source: "dod.evidence",
  status,
  summary,
  ...(subject ? { subject } : {}),
})

describe("the one-line explanation of an entry", () => {
  it.each<[string, TimelineEntry, string]>([
    [
      "a route: why, and on what signals",
      {
        ...at,
        kind: "route",
        mode: "clarify",
        reasonCode: "task_is_ambiguous",
        summary: "clarify: open",
        signals: ["ambiguity=0.55"],
      },
      "clarify: open | code=task_is_ambiguous | ambiguity=0.55",
    ],
    [
      "a clarifying round: stage, pressure, gates and the first open question",
      {
        ...at,
        kind: "clarify_continue",
        mode: "clarify",
        reasonCode: "clarify_follow_up_needed",
        summary: "clarify: asks again",
        clarifyStage: "readiness",
        clarifyPressure: "tradeoff",
        missingGates: ["non_goals", "decision_boundaries"],
        unresolvedQuestions: ["What must stay?", "What else?"],
      },
      "clarify: asks again | code=clarify_follow_up_needed | stage=readiness | pressure=tradeoff | gates=non_goals,decision_boundaries | What must stay?",
    ],
    [
      "a completion decision: what it needs, what it has, and what was observed",
      {
        ...at,
        kind: "completion_continue",
        mode: "verify",
        reasonCode: "verification_failed_reentry",
        summary: "completion: `npm test` failed",
        policyStage: "definition_of_done",
        policyOutcome: "continue",
        evidence: [
          evidence("contradicted", "`npm test` failed", "npm test"),
          evidence("missing", "a build"),
          evidence("missing", "a lint"),
          evidence("supporting", "a.ts was changed"),
        ],
        observations: [{ status: "failed", summary: "`npm test` failed", detail: "exit code 1", attemptNumber: 2 }],
      },
      "completion: `npm test` failed | code=verification_failed_reentry | policy-stage=definition_of_done | policy-outcome=continue | needs=a build; a lint; and 1 more | satisfied=a.ts was changed | provenance=contradicted:verification@dod.evidence(npm test) | observed=`npm test` failed [exit code 1; attempt 2]",
    ],
    [
      "an entry that has only words for its evidence",
      {
        ...at,
        kind: "verify_skip",
        mode: "execute",
        reasonCode: "verification_not_required",
        summary: "verify: none",
        evidenceSummary: ["nothing changed"],
      },
      "verify: none | code=verification_not_required | evidence=nothing changed",
    ],
  ])("tells %s", (_, entry, line) => {
    expect(explainEntry(entry)).toBe(line)
  })

  it("names where evidence comes from", () => {
    expect(provenance(evidence("supporting", "x"))).toBe("supporting:verification@dod.evidence")
  })
})
