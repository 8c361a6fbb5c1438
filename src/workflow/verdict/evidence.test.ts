import { describe, expect, it } from "vitest"
import { evidence } from "../../session/event/common.ts"
import { context, contradicted, isBlocking, missing, supporting } from "./evidence.ts"

const found = {
  category: "verification",
  source: "checks",
  summary: "`npm test` passed",
  subject: "npm test",
  detail: "3 tests",
  seq: 7,
} as const

describe("evidence (F042)", () => {
  it("keeps category, source, summary, status, subject and detail through the log", () => {
    const made = supporting(found)
    expect(evidence.parse(JSON.parse(JSON.stringify(made)))).toEqual({
      category: "verification",
      source: "dod.evidence",
      summary: "`npm test` passed",
      status: "supporting",
      subject: "npm test",
      detail: "3 tests",
      seq: 7,
    })
  })

  it("blocks when it is missing or contradicted", () => {
    expect([supporting, missing, contradicted, context].map((make) => isBlocking(make(found)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it("has no seq where no event shows it", () => {
    expect(missing({ ...found, seq: 0 })).not.toHaveProperty("seq")
    expect(missing({ ...found, seq: null })).not.toHaveProperty("seq")
  })

  it("fits the event, however long it is", () => {
    expect(evidence.parse(missing({ ...found, summary: "x".repeat(100_000) })).summary.length).toBeLessThanOrEqual(
      8_192,
    )
  })
})
