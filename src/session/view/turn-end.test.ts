import { describe, expect, it } from "vitest"
import { stopCodes } from "../event/turn.ts"
import type { TurnFacts } from "../event/turn-facts.ts"
import { endLine, endOf } from "./turn-end.ts"

const none: TurnFacts = { files: [], fileCount: 0, generated: 0, commands: 0, checks: [] }
const check = (command: string, more: Partial<TurnFacts["checks"][number]> = {}): TurnFacts["checks"][number] => ({
  command,
  status: "passed",
  strength: "tests",
  by: "holdfast",
  ...more,
})
const changed = (...paths: string[]): Pick<TurnFacts, "files" | "fileCount"> => ({
  files: paths.map((path) => ({ path, change: "changed" })),
  fileCount: paths.length,
})
type Stop = Parameters<typeof endOf>[0]
const line = (stop: Stop, facts: Partial<TurnFacts> = {}) => endLine(endOf(stop, { ...none, ...facts }))

describe("the end of a turn in words", () => {
  it("names the check that verified the work, and how much was changed", () => {
    const facts = { ...changed("a.js", "b.js"), checks: [check("npm test")] }
    expect(line({ code: "completed-verified", summary: "Verified" }, facts)).toBe(
      "Done and verified: `npm test` passed · 2 files changed",
    )
  })

  it("says that the model ran the check", () => {
    const facts = { ...changed("a.js"), checks: [check("npm test", { by: "model" })] }
    expect(line({ code: "completed-verified", summary: "" }, facts)).toContain("`npm test` passed (run by the model)")
  })

  it("says why finished work is not verified", () => {
    const stop: Stop = { code: "completed-unverified", summary: "Finished" }
    expect(line(stop, { ...changed("a.html"), uncovered: ["a.html"] })).toBe(
      "Done, not verified: no check covers `a.html` · 1 file changed",
    )
    expect(line(stop, { ...changed("a.js", "a.test.js"), touched: ["a.test.js"] })).toBe(
      "Done, not verified: existing tests or check configuration changed: `a.test.js` · 2 files changed",
    )
    expect(line({ ...stop, summary: "npm is not installed." }, changed("a.js"))).toBe(
      "Done, not verified: npm is not installed · 1 file changed",
    )
  })

  it("says that nothing was changed, and that nothing was run", () => {
    const stop: Stop = { code: "answered", summary: "Answered" }
    expect(line(stop)).toBe("Done · no file was changed and no command was run")
    expect(line(stop, { commands: 1 })).toBe("Done · no file was changed")
    // Where nobody looked, nothing is said.
    expect(endLine(endOf(stop, {}))).toBe("Done")
  })

  it("names the checks that fail with what they said", () => {
    const checks = [check("npm test", { status: "failed", summary: "2 of 14" })]
    expect(line({ code: "verification-budget-exhausted", summary: "x" }, { ...changed("a.js"), checks })).toBe(
      "Checks still fail: `npm test` failed (2 of 14) · 1 file changed",
    )
  })

  it("names what was denied, not written, left open or still runs, and not the generated files", () => {
    const end = line(
      { code: "contradicted", summary: "`x.py` does not exist" },
      {
        generated: 3,
        commands: 2,
        denied: [{ tool: "bash", what: "rm -rf x", seq: 4 }],
        failedWrites: [{ path: "b.js", error: "read-only", seq: 5 }],
        open: ["Write the docs"],
        running: ["npm run dev"],
      },
    )
    expect(end).toBe(
      "Not done: `x.py` does not exist · no file was changed · `b.js` was not written · 1 item still open: Write the docs · still running: `npm run dev` · 1 call was denied: `rm -rf x`",
    )
  })

  it("names a failed write of a file that is there, and is no plain success then", () => {
    const failedEdits = [{ path: "src/greet.js", error: "EACCES: permission denied\n  at open", seq: 7 }]
    const checks = [check("npm test")]
    const end = endOf({ code: "completed-verified", summary: "" }, { ...changed("a.js"), checks, failedEdits })
    expect([end.tone, endLine(end)]).toEqual([
      "warn",
      "Done and verified: `npm test` passed · 1 file changed · the last write to `src/greet.js` failed",
    ])
    expect(end.points.at(-1)).toMatchObject({ tone: "bad", detail: null, seq: 7 })
  })

  it("says that more was required of a turn that is done, and colours it so", () => {
    const end = endOf({ code: "answered", summary: "", unmet: "change" }, none)
    expect([end.tone, endLine(end)]).toEqual([
      "bad",
      "Done · a change was required · no file was changed and no command was run",
    ])
    expect(endOf({ code: "cancelled", summary: "", unmet: "verified" }, none).points).toHaveLength(1)
  })

  it("lists many checks below, not in the title", () => {
    const checks = ["a", "b", "c"].map((command) => check(command))
    const { reason, points } = endOf({ code: "completed-verified", summary: "" }, { ...none, checks })
    expect([reason, points.filter(({ about }) => about === "check").length]).toEqual([null, 3])
  })

  it("names the first files, what became of them, and how many more there are", () => {
    const files: TurnFacts["files"] = [
      { path: "a", change: "created" },
      { path: "b", change: "deleted" },
      { path: "c", change: "created", kind: "directory" },
    ]
    const [point] = endOf({ code: "answered", summary: "" }, { ...none, files, fileCount: 40 }).points
    expect(point).toMatchObject({
      text: "40 paths changed",
      detail: "`a` (new), `b` (deleted), `c` (new directory), and 37 more",
    })
  })

  it("has a title for every way in which a turn ends", () => {
    for (const code of Object.keys(stopCodes) as Stop["code"][]) {
      expect(endOf({ code, summary: "" }, {}).title).not.toBe(code)
    }
  })
})
