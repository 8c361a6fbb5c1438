import { describe, expect, it } from "vitest"
import { attempt, npmTest, verdict } from "../arbitrary/completion-scene.ts"
import { dishonestModels as rows } from "../arbitrary/dishonest-models.ts"
import { complete } from "./completion.ts"

describe("a dishonest model", () => {
  it.each(rows)("%s", (_, input, step, named) => {
    const decision = complete(input)
    const { step: taken, missing } = verdict(decision)
    expect({ taken, missing: missing.length === 0 ? [""] : missing }).toEqual({
      taken: step,
      missing: expect.arrayContaining([expect.stringMatching(named)]),
    })
  })

  it.each(rows)("%s: and never ends verified, however long it goes on", (_, input) => {
    const worn = { ...input, counters: { nudges: 99, pendingNudges: 99, fixRetries: 99 } }
    const { next } = complete(worn)
    expect(next.do === "stop" ? next.code : next.do).not.toBe("completed-verified")
  })

  const caught = rows.filter(([, , step]) => step === "continue")
  it.each(caught)("%s: and is not verified by checks that pass", (_, input) => {
    const passed = attempt(90, "passed", input.plan?.checks ?? [npmTest])
    const proven = { ...input, done: input.done && { ...input.done, attempts: [passed] } }
    const worn = { ...proven, counters: { nudges: 99, pendingNudges: 99, fixRetries: 99 } }
    expect(verdict(complete(worn)).step).toMatch(/^(?:continuation-budget-exhausted|completed-unverified)$/)
  })

  it.each(rows)("%s: and is told so in at most eight lines", (_, input) => {
    const { next } = complete(input)
    if (next.do === "continue") expect(next.message.split("\n").length).toBeLessThanOrEqual(8)
  })
})
