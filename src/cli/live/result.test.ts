import { describe, expect, it } from "vitest"
import { paintFor } from "../text/paint.ts"
import { endLines, type Result } from "./result.ts"

const base: Result = {
  sessionId: "01a1e384-9f2e-7245-8697-7e6bc3b1803a",
  turnId: "t",
  stop: "completed-verified",
  summary: "Verified (the tests pass): `npm test`",
  text: "",
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, cost: 0, calls: 3 },
  exitCode: 0,
  asks: [],
  held: false,
}
const lines = (result: Partial<Result>) =>
  endLines({ ...base, ...result }, { paint: paintFor("off"), width: 100 } as Parameters<typeof endLines>[1])

describe("the end of a turn", () => {
  it("says that it is verified, and by what", () => {
    expect(lines({})).toEqual([
      "",
      "✓ Verified (the tests pass): `npm test`",
      "completed-verified · 3 steps · session c3b1803a",
    ])
  })

  it("says that it is not verified, what is missing, and how to learn why", () => {
    const summary = "Finished, but not proven: a check that proves `a.txt`"
    expect(lines({ stop: "completed-unverified", exitCode: 5, summary })).toEqual([
      "",
      `■ completed-unverified: ${summary}`,
      "3 steps · why: holdfast why c3b1803a · go on with: holdfast resume c3b1803a",
    ])
  })
})
