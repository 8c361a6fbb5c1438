import { expect, it } from "vitest"
import { describeMove } from "./move.ts"

it.each([
  [
    { from: "completion", to: "finalize", kind: "terminal", summary: "Finalizing completed turn" },
    "completion -> finalize [terminal] Finalizing completed turn",
  ],
  [{ from: null, to: "prepare", kind: "normal", summary: "Preparing" }, "start -> prepare [normal] Preparing"],
] as const)("describes the move %j", (move, line) => {
  expect(describeMove(move)).toBe(line)
})
