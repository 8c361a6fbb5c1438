import { describe, expect, it } from "vitest"
import type { TurnFacts } from "../../../src/session/event/turn-facts.ts"
import { endOf } from "../../../src/session/view/turn-end.ts"
import { stopFacts } from "./stop-facts.ts"

const facts: TurnFacts = {
  files: [{ path: "a.js", change: "created" }],
  fileCount: 1,
  generated: 2,
  commands: 1,
  checks: [{ command: "npm test", status: "passed", strength: "tests", by: "model" }],
}
const stop = { code: "completed-verified", summary: "Verified" } as const

describe("the facts of a stop card", () => {
  it("are those that the reason has not said, generated files as a count", () => {
    const item = { facts, evidence: [], missing: [] }
    const shown = stopFacts(item, endOf(stop, facts), "there")
    expect(shown.map(({ text, detail }) => [text, detail])).toEqual([
      ["1 file changed", "`a.js` (new)"],
      ["2 generated files", null],
    ])
  })

  it("do not name files whose changes are undone", () => {
    const item = { facts, evidence: [], missing: [] }
    expect(stopFacts(item, endOf(stop, facts), "undone").map(({ text }) => text)).toEqual(["2 generated files"])
  })

  it("are the evidence of an older log, each once", () => {
    const evidence = ["supporting", "contradicted", "supporting"].map((status, at) => ({
      category: "check",
      source: "x",
      status: status as "supporting" | "contradicted",
      summary: at === 1 ? "b failed" : "a passed",
    }))
    const item = { facts: null, evidence, missing: ["a build", "not proven"] }
    const end = endOf({ code: "completed-unverified", summary: "not proven" }, {})
    expect(stopFacts(item, end, "there").map(({ tone, text }) => [tone, text])).toEqual([
      ["bad", "b failed"],
      ["missing", "a build"],
      ["good", "a passed"],
    ])
  })
})
