import { describe, expect, it } from "vitest"
import { pushBackText } from "./push-back-text.ts"

const note = (
  reasonCode: string,
  kind: "completion_continue" | "repair_retry" | "completion_check",
  summary: string,
) => ({
  kind,
  mode: "execute" as const,
  reasonCode,
  summary,
  message: "[…]",
})

describe("what the workflow said to the model", () => {
  it("is one line for the person", () => {
    expect(pushBackText(note("verification_failed_reentry", "completion_continue", "`pytest` failed (2 of 14)"))).toBe(
      "Asked to continue: `pytest` failed (2 of 14)",
    )
    expect(pushBackText(note("empty_answer_retry", "repair_retry", "repair: the answer was empty"))).toBe(
      "The answer was empty",
    )
  })

  it("is a line whatever kind of note it was", () => {
    expect(pushBackText(note("x", "completion_check", "is it done?"))).toBe("Is it done?")
  })

  it("is no line where nothing was said", () => {
    const { message: _, ...silent } = note("pending_items_continue", "completion_continue", "x")
    expect(pushBackText(silent)).toBeNull()
  })
})
