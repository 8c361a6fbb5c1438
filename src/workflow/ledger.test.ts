import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type LedgerItem, ledgerItem } from "../session/event/workflow.ts"
import { limits } from "../session/limits.ts"
import type { DriftKind } from "./drift.ts"
import { driftLedger, seedLedger } from "./ledger.ts"

/** Ids one after the other. */
function ids(): () => string {
  let count = 0
  return () => `item-${++count}`
}

const brief = {
  assumptions: ["The store is SQLite"],
  acceptanceCriteria: ["All tests pass on Windows"],
  decisionBoundaries: ["Do not change the public API"],
  explicit: new Set(["assumptions", "acceptanceCriteria", "decisionBoundaries"] as const),
}

const seeded = (): LedgerItem[] => seedLedger([], { brief }, "clarify", ids())

describe("seeding the ledger (F045)", () => {
  it("adds open, active and tracked items", () => {
    expect(seeded().map(({ list, text, status, introducedPhase }) => [list, text, status, introducedPhase])).toEqual([
      ["assumptions", "The store is SQLite", "open", "clarify"],
      ["acceptanceAnchors", "All tests pass on Windows", "active", "clarify"],
      ["decisionBoundaries", "Do not change the public API", "tracked", "clarify"],
    ])
  })

  it("only gives the phase to what is there, however it is written", () => {
    const again = seedLedger(seeded(), { plan: { criteria: ["all `tests` pass  on *Windows*"] } }, "plan", ids())
    expect(again).toEqual([{ ...seeded()[1], updatedPhase: "plan" }])
  })

  it("keeps what drift found out", () => {
    const [first] = driftLedger(seeded(), [{ kind: "contradicted_assumption", summary: "The store is SQLite" }], ids())
    const again = seedLedger(
      first ? [first] : [],
      { brief: { ...brief, acceptanceCriteria: [], decisionBoundaries: [] } },
      "clarify",
      ids(),
    )
    expect(again).toEqual([{ ...first, updatedPhase: "clarify" }])
  })

  it("takes nothing for agreed that a brief only assumes", () => {
    const some = seedLedger([], { brief: { ...brief, explicit: new Set(["acceptanceCriteria"]) } }, "clarify", ids())
    expect(some.map(({ text }) => text)).toEqual(["All tests pass on Windows"])
    expect(seedLedger([], { brief: { ...brief, explicit: new Set() } }, "clarify", ids())).toEqual([])
  })

  it("adds each text once, and none that is empty", () => {
    expect(seedLedger([], { plan: { criteria: ["It works", "it works", "  "] } }, "plan", ids())).toHaveLength(1)
  })
})

describe("drift in the ledger (F046)", () => {
  const rows: [DriftKind, string, LedgerItem["list"], LedgerItem["status"]][] = [
    ["contradicted_assumption", "The store is SQLite (`store.ts` was changed)", "assumptions", "contradicted"],
    ["acceptance_anchor", "the plan does not cover: All tests pass on Windows", "acceptanceAnchors", "changed"],
    ["verification_contradiction", "tests fail on Windows", "acceptanceAnchors", "changed"],
    ["task_boundary_change", "the public API is now part of it", "decisionBoundaries", "reopened"],
  ]
  it.each(rows)("%s: %s", (kind, summary, list, status) => {
    const known = seeded().find((item) => item.list === list)
    expect(driftLedger(seeded(), [{ kind, summary }], ids())).toEqual([
      { ...known, status, updatedPhase: "recovery", evidence: [summary] },
    ])
  })

  it("adds an item where none speaks of it, named by its code span or its beginning", () => {
    const found = [
      { kind: "contradicted_assumption", summary: "nobody said that `Redis 7` is needed" },
      { kind: "task_boundary_change", summary: "x".repeat(200) },
    ] as const
    const added = driftLedger(
      seeded(),
      found,
      (() => {
        const next = ids()
        return () => `new-${next()}`
      })(),
    )
    expect(added.map(({ text, status, introducedPhase }) => [text, status, introducedPhase])).toEqual([
      ["Redis 7", "contradicted", "recovery"],
      ["x".repeat(96), "reopened", "recovery"],
    ])
  })

  it("does not take `test` in `latest` for a match", () => {
    const ledger = seedLedger([], { plan: { criteria: ["test"] } }, "plan", ids())
    expect(driftLedger(ledger, [{ kind: "acceptance_anchor", summary: "the latest" }], () => "new")[0]?.id).toBe("new")
  })

  it("says nothing of where the work is", () => {
    expect(driftLedger(seeded(), [{ kind: "confirmed_touchpoint", summary: "`a.ts` was changed" }], ids())).toEqual([])
  })

  it("holds each piece of evidence once, and fits the event", () => {
    const kind = fc.constantFrom<DriftKind>("contradicted_assumption", "acceptance_anchor", "task_boundary_change")
    const evidence = fc.array(
      fc.record({ kind, summary: fc.constantFrom("the store", "public API store", "x".repeat(9_000), "") }),
      { maxLength: 100 },
    )
    fc.assert(
      fc.property(evidence, (found) => {
        const next = ids()
        for (const item of driftLedger(seeded(), found, () => `new-${next()}`)) {
          expect(ledgerItem.parse(item)).toEqual(item)
          expect(new Set(item.evidence).size).toBe(item.evidence?.length)
          expect(item.evidence?.length).toBeLessThanOrEqual(limits.ledgerEvidence)
        }
      }),
    )
  })
})
