import { describe, expect, it } from "vitest"
import { bridge } from "./bridge.ts"

describe("the bridge into the work", () => {
  it("F061: is one message with the brief and both plans", () => {
    expect(
      bridge({ brief: "# Brief\n", plan: "# Implementation Plan\n", verificationPlan: "# Verification Plan\n" }),
    ).toBe(
      [
        "[WORKFLOW BRIDGE]",
        "Brief. It is the source of truth for what is wanted:",
        "# Brief",
        "Implementation plan. It is the sequence of the work:",
        "# Implementation Plan",
        "Verification plan. It says what done means:",
        "# Verification Plan",
      ].join("\n\n"),
    )
  })

  it("F061: leaves out what there is not", () => {
    expect(bridge({ brief: "b" })).toBe(
      "[WORKFLOW BRIDGE]\n\nBrief. It is the source of truth for what is wanted:\n\nb",
    )
    expect(bridge({ plan: " \n" })).toBeNull()
    expect(bridge({})).toBeNull()
  })
})
