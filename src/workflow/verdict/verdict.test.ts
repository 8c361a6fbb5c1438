import { describe, expect, it } from "vitest"
import { act, attempt, facts, npmTest, ran, wrote } from "../../../test/support/workflow/work-scene.ts"
import type { Check } from "../../session/event/done.ts"
import type { StopCode } from "../../session/event/turn.ts"
import type { Act } from "../../session/view/acts.ts"
import { idOf } from "../checks/check-list.ts"
import type { Looks } from "./facts.ts"
import { verdictOf } from "./verdict.ts"

const changed = wrote(10, "src/add.ts", "old")
const passed = { attempts: [attempt(14, "passed")] }
const failed = { attempts: [attempt(14, "failed")] }
const echo = { ...npmTest, id: "echo", command: "echo ok", strength: "exists", source: "person" } as const
const masked = { ...npmTest, id: "masked", command: "pytest || true", source: "instructions" } as const
const directory = act(10, {
  tool: "bash",
  ran: true,
  acts: true,
  changes: [{ path: "a", before: null, after: "d", modes: { before: null, after: 0o755 }, isDirectory: true }],
})

const parse: Check = { ...npmTest, id: "parse", command: "node --check src/add.ts", strength: "parses" }
const originalOf = (check: Check): Check => {
  const command = `${check.command} # with the original Makefile`
  return { ...check, id: idOf(command), command, originals: ["Makefile"] }
}

type Row = [name: string, acts: Act[], looks: Parameters<typeof facts>[1], code: StopCode, says: RegExp]

const rows: Row[] = [
  ["nothing done", [], {}, "answered", /^No file was changed and no command was run$/],
  ["only looks", [act(3), ran(4, "ls", { acts: false })], {}, "answered", /^No file was changed$/],
  [
    "a command that changed nothing",
    [ran(4, "make clean")],
    {},
    "completed-nothing-to-verify",
    /^No file was changed$/,
  ],
  ["a change, and every check passed after it", [changed], passed, "completed-verified", /^Tests pass: `npm test`$/],
  [
    "a change, and the model's own run of the check passed after it",
    [changed, ran(12, "npm test")],
    {},
    "completed-verified",
    /^Tests pass: `npm test` \(run by the model\)$/,
  ],
  [
    "a change back to what it was",
    [changed, wrote(12, "src/add.ts", "at 10", "old")],
    {},
    "completed-nothing-to-verify",
    /^Every changed file is as it was before$/,
  ],
  [
    "a change that no check covers",
    [changed],
    { checks: [] },
    "completed-unverified",
    /^No check covers `src\/add.ts`$/,
  ],
  ["prose", [wrote(10, "notes.md")], { checks: [] }, "completed-unverified", /^No check covers `notes.md`$/],
  ["a directory", [directory], { checks: [] }, "completed-nothing-to-verify", /^No check applies/],
  [
    "a deleted text",
    [wrote(10, "notes.md", "x", null)],
    { checks: [] },
    "completed-nothing-to-verify",
    /^No check applies/,
  ],
  ["a check that fails", [changed], failed, "verification-budget-exhausted", /^`npm test` failed \(1 of 3 failed/],
  [
    "a check that failed before the work",
    [ran(5, "npm test", { exitCode: 1, output: "1 failed, 2 passed" }), changed],
    failed,
    "completed-unverified",
    /failed \(1 of 3 failed.*; it failed before the work, too$/,
  ],
  [
    "a check that fails worse than before the work",
    [
      ran(5, "npm test", { exitCode: 1, output: "0 failed" }),
      ran(6, "npm test", { exitCode: 1, output: "2 failed" }),
      changed,
    ],
    { attempts: [withSummary(attempt(14, "failed"), "3 of 5 failed")] },
    "verification-budget-exhausted",
    /3 of 5 failed/,
  ],
  [
    "a test that was changed",
    [changed],
    { ...passed, touched: ["a.test.ts"] },
    "completed-unverified",
    /^`a.test.ts` was changed/,
  ],
  [
    "a test that was deleted, and nothing else",
    [wrote(10, "a.test.ts", "x", null)],
    { checks: [], touched: ["a.test.ts"] },
    "completed-unverified",
    /^`a.test.ts` was deleted, so a passing check shows less than it did$/,
  ],
  [
    "a check that took the place of another, which fails",
    [changed],
    {
      attempts: [attempt(14, "passed", [parse]), attempt(18, "failed", [originalOf(npmTest)])],
      checks: [parse],
      original: [npmTest],
      touched: ["Makefile"],
    },
    "completed-unverified",
    /^`Makefile` was changed, and with it as before the work `npm test` failed/,
  ],
  [
    "a check that counted its failures before the work and ends at its time limit now",
    [ran(5, "npm test", { exitCode: 1, output: "1 failed, 2 passed" }), changed],
    { attempts: [withSummary(attempt(14, "failed"), "ended at its time limit")] },
    "verification-budget-exhausted",
    /^`npm test` failed \(ended at its time limit\)$/,
  ],
  [
    "code that ends the tests",
    [changed],
    { ...passed, hollow: [{ path: "a.js", code: "process.exit(0)" }] },
    "completed-unverified",
    /process\.exit/,
  ],
  [
    "a file that changed after its check",
    [changed],
    { ...passed, altered: ["src/add.ts"] },
    "completed-unverified",
    /after it was checked/,
  ],
  [
    "a background command that still runs",
    [changed],
    { ...passed, running: ["npm run dev"] },
    "completed-unverified",
    /still runs/,
  ],
  [
    "changes that were not watched",
    [changed, ran(11, "./x", { unwatched: "too many files" })],
    { attempts: [attempt(14, "passed")] },
    "completed-unverified",
    /Not all changes were watched: too many files/,
  ],
  [
    "a command that was not watched, with no change seen",
    [ran(4, "./x", { unwatched: "too many files" })],
    {},
    "completed-unverified",
    /^No change was seen, and not everything was watched: too many files$/,
  ],
  [
    "a check that was not allowed",
    [changed],
    { attempts: [attempt(14, "skipped")] },
    "completed-unverified",
    /not allowed to run/,
  ],
  [
    "a check that did not finish",
    [changed],
    { attempts: [attempt(14, "unknown")] },
    "completed-unverified",
    /did not finish/,
  ],
  [
    "an open item of the model's list",
    [changed],
    { ...passed, open: ["Add a test"] },
    "continuation-budget-exhausted",
    /^1 item of its own list is open: Add a test$/,
  ],
  [
    "a write that failed, of a file that is not there",
    [act(5, { tool: "write", path: "x.py", status: "error", output: "EACCES" })],
    {},
    "contradicted",
    /^`x.py` was not written: EACCES$/,
  ],
  [
    "a write that failed and was repaired",
    [act(5, { tool: "write", path: "x.md", status: "error", output: "EACCES" }), wrote(7, "x.md")],
    { checks: [] },
    "completed-unverified",
    /No check covers/,
  ],
  [
    "a write that failed under a directory that does not exist, and was repaired in another",
    [act(5, { tool: "write", path: "/src/x.md", status: "error", output: "outside" }), wrote(7, "src/x.md")],
    { checks: [] },
    "completed-unverified",
    /No check covers/,
  ],
  [
    "a check of a person that cannot fail",
    [wrote(10, "notes.md")],
    { checks: [echo], attempts: [attempt(14, "passed", [echo])] },
    "completed-unverified",
    /^`echo ok` always passes$/,
  ],
  [
    "an instructed check that cannot fail",
    [changed],
    { checks: [masked], attempts: [attempt(14, "passed", [masked])] },
    "completed-unverified",
    /^`pytest \|\| true` always passes/,
  ],
  ["a check that did not run yet", [changed], {}, "completed-unverified", /^`npm test` did not run$/],
  [
    "an edit that failed, of a file that is there",
    [act(5, { tool: "edit", path: "x.py", status: "error", output: "not found" })],
    { existing: new Set(["x.py"]) },
    "answered",
    /./,
  ],
  [
    "a denied call with nothing in its place",
    [act(5, { tool: "bash", status: "denied", command: "rm -rf x" })],
    {},
    "permission-denied",
    /^`rm -rf x` was denied$/,
  ],
  [
    "a denied call with something done in its place",
    [act(5, { tool: "bash", status: "denied", command: "rm -rf x" }), wrote(7, "notes.md")],
    { checks: [] },
    "completed-unverified",
    /./,
  ],
]

function withSummary(of: ReturnType<typeof attempt>, summary: string): ReturnType<typeof attempt> {
  return { ...of, checks: of.checks.map((check) => ({ ...check, summary })) }
}

describe("the verdict", () => {
  it.each(rows)("of %s", (_, acts, looks, code, says) => {
    const found = verdictOf(facts(acts, looks))
    expect(found).toMatchObject({ code, summary: expect.stringMatching(says) })
  })

  it("says each reason once", () => {
    const { missing, evidence } = verdictOf(facts([changed], { ...passed, touched: ["a.test.ts"], altered: ["b.ts"] }))
    expect(new Set(missing).size).toBe(missing.length)
    const summaries = evidence.map(({ summary }) => summary)
    expect(new Set(summaries).size).toBe(summaries.length)
  })
})

describe("a check that passed", () => {
  const unrun = (acts: readonly Act[], looks: Partial<Looks> = {}) =>
    facts(acts, looks).unrun.map(({ command }) => command)

  it("has to run again after a change", () => {
    expect(unrun([changed, wrote(20, "src/add.ts", "at 10")], passed)).toEqual(["npm test"])
    expect(unrun([ran(8, "npm test"), changed])).toEqual(["npm test"])
  })

  it("does not have to run again after generated files, notes or what it left behind", () => {
    const leftBehind = {
      path: "report.xml",
      before: null,
      after: "x",
      modes: { before: null, after: null },
      isDirectory: false,
    }
    expect(unrun([changed, ran(12, "npm test", { changes: [leftBehind], generated: 3 })])).toEqual([])
    expect(unrun([changed, ran(12, "npm test > report.xml", { changes: [leftBehind] })])).toEqual([])
  })

  it("has to run again after a new file that something else on its line may have written", () => {
    const added = {
      path: "src/new.ts",
      before: null,
      after: "x",
      modes: { before: null, after: null },
      isDirectory: false,
    }
    expect(unrun([changed, ran(12, "npm test && cp draft.ts src/new.ts", { changes: [added] })])).toEqual(["npm test"])
  })

  it("counts for a model's run only where that can fail, ended with 0 and ran something", () => {
    expect(unrun([changed, ran(12, "npm test || true")])).toEqual(["npm test"])
    expect(unrun([changed, ran(12, "npm test 2>&1 | tail -5")])).toEqual(["npm test"])
    expect(unrun([changed, ran(12, "npm test", { exitCode: 1 })])).toEqual(["npm test"])
    expect(unrun([changed, ran(12, "npm test", { output: "# tests 0\n# pass 0" })])).toEqual(["npm test"])
    expect(unrun([changed, ran(12, "npm test -- one.test.ts")])).toEqual(["npm test"])
  })

  it("runs again after it failed and something was done that is not watched, such as an installation", () => {
    expect(unrun([changed], failed)).toEqual([])
    expect(unrun([changed, ran(20, "npm install", { generated: 40 })], failed)).toEqual(["npm test"])
  })

  it("is stale where its own run changed an existing file", () => {
    const existing = {
      path: "src/add.ts",
      before: "at 10",
      after: "z",
      modes: { before: null, after: null },
      isDirectory: false,
    }
    expect(unrun([changed, ran(12, "npm test && sed -i s/a/b/ src/add.ts", { changes: [existing] })])).toEqual([
      "npm test",
    ])
  })
})
