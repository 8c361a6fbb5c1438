import { describe, expect, it } from "vitest"
import type { LedgerItem } from "../session/event/workflow.ts"
import { seedLedger } from "./seed-ledger.ts"

/** Ids one after the other. */
function ids(): () => string {
  let count = 0
  return () => `item-${++count}`
}

const brief = {
  assumptions: ["The store is SQLite"],
  acceptanceCriteria: ["All tests pass on Windows"],
  decisionBoundaries: ["Do not change the public API"],
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

  it("F046: keeps what an older version found out about an item", () => {
    const [first] = seeded()
    const contradicted: LedgerItem[] = first ? [{ ...first, status: "contradicted", evidence: ["store.ts"] }] : []
    const { assumptions } = brief
    const again = seedLedger(
      contradicted,
      { brief: { assumptions, acceptanceCriteria: [], decisionBoundaries: [] } },
      "clarify",
      ids(),
    )
    expect(again).toEqual([{ ...contradicted[0], updatedPhase: "clarify" }])
  })

  it("adds each text once, and none that is empty", () => {
    expect(seedLedger([], { plan: { criteria: ["It works", "it works", "  "] } }, "plan", ids())).toHaveLength(1)
  })
})
