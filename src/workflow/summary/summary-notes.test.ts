import { describe, expect, it } from "vitest"
import type { ContextMessage } from "../../session/view/context.ts"
import { modelNotes, ruleNotes } from "./summary-notes.ts"

const step = (
  text: string,
  ...calls: [name: string, given: Record<string, unknown>, status: string, text: string][]
) => {
  const made = calls.map(([name, given], index) => ({ call: `${text}-${index}`, name, arguments: given }))
  return [
    { role: "assistant", seq: 1, text, calls: made },
    ...calls.map(([, , status, output], index) => ({
      role: "tool",
      seq: 2,
      call: `${text}-${index}`,
      status,
      text: output,
    })),
  ] as ContextMessage[]
}

describe("notes by rule", () => {
  const removed = [
    ...step("I look around.", ["read", { path: "a.ts" }, "ok", "text"], ["read", { path: "b.ts" }, "ok", "text"]),
    ...step("", ["bash", { command: "npm test" }, "error", "\n2 tests failed\nmore"]),
    ...step("Two tests fail."),
  ]

  it("tell what was called for, what failed and what was said", () => {
    expect(ruleNotes("", removed).split("\n")).toEqual([
      "- Called read for a.ts, b.ts",
      "- Called bash for npm test",
      "- bash npm test (error): 2 tests failed",
      "- Said: I look around.",
      "- Said: Two tests fail.",
    ])
  })

  it("keep what was noted before, however often they are written", () => {
    let notes = "- The port is 4711."
    for (const round of Array(40).keys()) notes = ruleNotes(notes, step(`Round ${round} is over.`))
    expect(notes).toContain("- The port is 4711.")
    expect(notes).toContain("- Said: Round 39 is over.")
    expect(notes.length).toBeLessThanOrEqual(1_200)
    expect(notes.match(/left out/g)).toHaveLength(1)
  })

  it("keep long notes of a model that cannot be asked any more", () => {
    const before = Array.from({ length: 40 }, (_, index) => `- fact ${index} ${"x".repeat(180)}`).join("\n")
    const notes = ruleNotes(before, step("More."))
    expect(notes).toContain("- fact 0 ")
    expect(notes).toContain("- Said: More.")
    expect(notes.length).toBeLessThanOrEqual(before.length)
  })
})

describe("notes of a model", () => {
  it("are taken as they are, without headings and marks of ours", () => {
    const written = "<think>hm</think>[COMPACTED CONTEXT]\n## Goal\n- The port is 4711.\n\n- The port is 4711."
    expect(modelNotes("", written, 1_000)).toBe(
      "[COMPACTED CONTEXT]\nGoal:\n- The port is 4711.".replace("[COMPACTED CONTEXT]\n", ""),
    )
  })

  it("keep what the model forgot of those before", () => {
    expect(modelNotes("- The port is 4711.\n- a stands", "* A stands!\n- Now b.", 1_000)).toBe(
      "- The port is 4711.\n* A stands!\n- Now b.",
    )
  })

  it("are of no use where there are none, or far too many", () => {
    expect(modelNotes("- a", " \n", 1_000)).toBeNull()
    expect(modelNotes("- a", "word ".repeat(500), 1_000)).toBeNull()
  })
})
