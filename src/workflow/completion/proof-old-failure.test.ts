import { describe, expect, it } from "vitest"
import { attempt, ran, scene, verdict, wrote } from "../arbitrary/completion-scene.ts"
import { complete } from "./completion.ts"

const changed = wrote(10, "a.js", "old")
const failed = { done: { attempts: [attempt(14, "failed")] } }
const document = "Add a comment to a.js"

describe("a check that failed before the work", () => {
  it.each([
    "I added the comment. The test `adds` failed before my change, too.",
    "The comment is there. One test fails, as it already did.",
    "Added it. `npm test` has an unrelated failure.",
  ])("is not to be mended where the answer says so: %s", (answer) => {
    expect(verdict(complete(scene(document, answer, { actions: [changed], ...failed })))).toEqual({
      step: "completed-unverified",
      codes: ["verification_incomplete"],
      missing: ["contradicted: `npm test` failed"],
    })
  })

  it.each(["I added the comment.", "The test failed before, it passes now.", "It is already red."])(
    "is to be mended where the answer says no such thing: %s",
    (answer) => {
      expect(verdict(complete(scene(document, answer, { actions: [changed], ...failed }))).step).toBe("continue")
    },
  )

  it("is not what the task asks to mend, unless the answer says that it is something else", () => {
    const step = (answer: string) =>
      verdict(complete(scene("Fix the bug in a.js", answer, { actions: [changed], ...failed }))).step
    expect(step("The tests failed before because a.js was broken. I mended it.")).toBe("continue")
    expect(step("I mended a.js. The test of b fails, which is unrelated.")).toBe("completed-unverified")
  })

  it("is seen by the run of the model before its first change", () => {
    const actions = [ran(5, "npm test", 1), changed]
    const step = (task: string) => verdict(complete(scene(task, "Done.", { actions, ...failed }))).step
    expect(step(document)).toBe("completed-unverified")
    expect(step("Fix the bug in a.js")).toBe("continue")
    expect(step("Change a.js so that the tests pass")).toBe("continue")
    const later = [changed, ran(11, "npm test", 1)]
    expect(verdict(complete(scene(document, "Done.", { actions: later, ...failed }))).step).toBe("continue")
  })
})
