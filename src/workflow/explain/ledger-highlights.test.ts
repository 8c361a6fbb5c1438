import { describe, expect, it } from "vitest"
import type { LedgerItem } from "../../session/event/workflow.ts"
import { ledgerHighlights } from "./ledger-highlights.ts"

const item = (list: LedgerItem["list"], status: LedgerItem["status"], text: string): LedgerItem => ({
  id: text,
  list,
  status,
  text,
  introducedPhase: "clarify",
})

describe("ledger highlights", () => {
  it("name what was contradicted, changed and reopened, two each", () => {
    expect(
      ledgerHighlights([
        item("assumptions", "contradicted", "a"),
        item("assumptions", "contradicted", "b"),
        item("assumptions", "contradicted", "c"),
        item("acceptanceAnchors", "changed", "d"),
        item("decisionBoundaries", "reopened", "e"),
      ]),
    ).toEqual(["Contradicted assumptions: a, b and 1 more", "Changed acceptance anchors: d", "Reopened boundaries: e"])
  })

  it("say nothing of what is as it was", () => {
    expect(ledgerHighlights([item("assumptions", "open", "a"), item("decisionBoundaries", "tracked", "b")])).toEqual([])
  })
})
