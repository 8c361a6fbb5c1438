import { describe, expect, it } from "vitest"
import { attempt, scene, wrote } from "../arbitrary/completion-scene.ts"
import { complete } from "./completion.ts"

const changed = wrote(10, "slow.js", "old")

function stopOf(criteria: readonly string[], plan = {}) {
  const input = scene("Improve the startup", "It starts fast.", {
    actions: [changed],
    done: {
      attempts: [attempt(14, "passed")],
      criteria: criteria.map((text) => ({ id: text, text })),
    },
  })
  const { next } = complete({ ...input, plan: input.plan && { ...input.plan, ...plan } })
  return next.do === "stop" ? next : null
}

describe("what a proof does not show", () => {
  it("is a criterion that no check speaks of, and is told beside the verdict", () => {
    const stop = stopOf(["Improve the startup", "Startup below 1s", "The tests pass", "`npm test` is green"])
    expect(stop).toMatchObject({
      code: "completed-verified",
      summary: "Verified (the tests pass; 1 criterion is not shown): `npm test`",
      missing: [],
    })
    expect(stop?.evidence.filter(({ status }) => status === "context").map(({ summary }) => summary)).toEqual([
      'no check shows that "Startup below 1s"',
    ])
  })

  it("is what it shows less of", () => {
    const weaker = [{ path: "b/mul.js", strength: "parses" }]
    expect(stopOf([], { weaker })?.summary).toBe("Verified (the tests pass; `b/mul.js` only parses): `npm test`")
  })
})
