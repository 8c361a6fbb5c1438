import { describe, expect, it } from "vitest"
import type { TurnFacts } from "../../session/event/turn-facts.ts"
import { paintFor } from "../text/paint.ts"
import { endLines } from "./end-lines.ts"
import type { Result } from "./result.ts"

const facts: TurnFacts = {
  files: [{ path: "a.js", change: "changed" }],
  fileCount: 1,
  generated: 2,
  commands: 1,
  checks: [{ command: "npm test", status: "passed", strength: "tests", by: "model" }],
}
const base: Result = {
  sessionId: "01a1e384-9f2e-7245-8697-7e6bc3b1803a",
  turnId: "t",
  stop: "completed-verified",
  summary: "Verified",
  text: "",
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, cost: null, calls: 3 },
  facts,
  unmet: null,
  durationMs: 1200,
  exitCode: 0,
  asks: [],
  held: false,
  error: null,
}
const lines = (result: Partial<Result>) =>
  endLines({ ...base, ...result }, { paint: paintFor("off"), width: 100 } as Parameters<typeof endLines>[1])

describe("the end of a turn", () => {
  it("says that it is verified, and by what", () => {
    expect(lines({})).toEqual([
      "",
      "✓ Done and verified: `npm test` passed (run by the model) · 1 file changed",
      "3 steps · session c3b1803a",
    ])
  })

  it("says that it is not verified, and how to learn why", () => {
    const unverified = { ...facts, checks: [], uncovered: ["a.js"] }
    expect(lines({ stop: "completed-unverified", facts: unverified })).toEqual([
      "",
      "■ Done, not verified: no check covers `a.js` · 1 file changed",
      "3 steps · why: holdfast why c3b1803a",
    ])
  })

  it("says in one quiet line that a question was answered", () => {
    const nothing = { ...facts, files: [], fileCount: 0, checks: [], commands: 0 }
    expect(lines({ stop: "answered", facts: nothing })).toEqual([
      "",
      "Done · no file was changed and no command was run · 3 steps · session c3b1803a",
    ])
  })

  it("names a call that was denied", () => {
    const denied = [{ tool: "bash", what: "rm -rf x", seq: 4 }]
    const ended = lines({ stop: "permission-denied", summary: "needed", exitCode: 1, facts: { denied } })
    expect(ended.join("\n")).toContain("■ Not allowed: needed · 1 call was denied: `rm -rf x`")
  })

  it("says how to resume what did not end as it should", () => {
    const end = lines({ stop: "answered", facts: {}, unmet: "verified", exitCode: 5 })
    expect(end).toEqual([
      "",
      "■ Done · verification was required",
      "3 steps · why: holdfast why c3b1803a · resume: holdfast resume c3b1803a",
    ])
  })
})
