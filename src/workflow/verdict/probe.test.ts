import { describe, expect, it } from "vitest"
import { act, attempt, facts, npmTest, ran, wrote } from "../../../test/support/workflow/work-scene.ts"
import type { Check } from "../../session/event/done.ts"
import type { Facts } from "./facts.ts"
import { baselineCommand, originalsProbes, probesDue } from "./probe.ts"
import { verdictOf } from "./verdict.ts"

const changed = wrote(10, "src/add.ts", "old")
const lint: Check = { ...npmTest, id: "lint", command: "npm run lint", kind: "lint", strength: "parses" }
const passed = attempt(14, "passed")
const failed = attempt(14, "failed")
const commands = (of: Facts) => probesDue(of).map(({ command, originals }) => [command, originals])

describe("where tests were changed", () => {
  const touched = ["a.test.ts"]
  const work = facts([changed], { attempts: [passed], touched })

  it("the strongest checks run once more with the originals", () => {
    expect(commands(work)).toEqual([["npm test # with the original a.test.ts", touched]])
    const both = { checks: [lint, npmTest], attempts: [attempt(14, "passed", [lint, npmTest])], touched }
    expect(commands(facts([changed], both))).toEqual([["npm test # with the original a.test.ts", touched]])
    const two = ["a.test.ts", "jest.config.js"]
    expect(commands({ ...work, touched: two })).toEqual([["npm test # with 2 original files", two]])
  })

  it("they run once", () => {
    const probe = attempt(16, "failed", probesDue(work))
    expect(commands(facts([changed], { attempts: [passed, probe], touched }))).toEqual([])
  })

  it.each([
    ["passed", "completed-verified", "Tests pass: `npm test`, also with `a.test.ts` as before the work"],
    ["failed", "completed-unverified", "`a.test.ts` was changed, and with it as before the work `npm test` failed"],
    ["skipped", "completed-unverified", "`a.test.ts` was changed, so a passing check shows less than it did"],
  ] as const)("work whose originals %s is %s", (status, code, summary) => {
    const probe = attempt(16, status, probesDue(work))
    expect(verdictOf(facts([changed], { attempts: [passed, probe], touched }))).toMatchObject({
      code,
      summary: expect.stringContaining(summary),
    })
  })

  it("a probe from before the last change counts no more", () => {
    const probe = attempt(16, "passed", probesDue(work))
    const later = facts([changed, wrote(20, "src/add.ts", "at 10")], {
      attempts: [passed, probe, attempt(22, "passed")],
      touched,
    })
    expect(commands(later)).toEqual([["npm test # with the original a.test.ts", touched]])
    expect(verdictOf(later).code).toBe("completed-unverified")
  })

  it("nothing runs where the checks did not pass, or the originals are too many or outside the workspace", () => {
    expect(originalsProbes(facts([changed], { attempts: [failed], touched }))).toEqual([])
    expect(originalsProbes(facts([changed], { touched }))).toEqual([])
    expect(originalsProbes({ ...work, touched: Array.from({ length: 65 }, (_, n) => `${n}.test.ts`) })).toEqual([])
    expect(originalsProbes({ ...work, touched: ["/home/ada/.npmrc"] })).toEqual([])
    expect(originalsProbes({ ...work, touched: [] })).toEqual([])
  })

  it("the name of a file stays in the comment, and the command within its bound", () => {
    expect(commands({ ...work, touched: ["a\nrm -rf x.test.ts"] })).toEqual([
      ["npm test # with the original a rm -rf x.test.ts", ["a\nrm -rf x.test.ts"]],
    ])
    const long = { ...npmTest, command: `npm test ${"x".repeat(8_180)}` }
    expect(commands(facts([changed], { checks: [long], attempts: [attempt(14, "passed", [long])], touched }))).toEqual(
      [],
    )
  })
})

describe("where a check fails to the end", () => {
  it("it runs once more with the files as they were before the work", () => {
    expect(commands(facts([changed, wrote(11, "b.ts")], { attempts: [failed] }))).toEqual([
      [baselineCommand("npm test"), ["src/add.ts", "b.ts"]],
    ])
  })

  it("it does not where it is known to have failed before", () => {
    const before = ran(5, "npm test", { exitCode: 1, output: "1 failed, 2 passed" })
    expect(commands(facts([before, changed], { attempts: [failed] }))).toEqual([])
  })

  it.each([
    ["failed", "1 of 3 failed: adds", "completed-unverified"],
    ["failed", "exit code 1: Cannot find module", "verification-budget-exhausted"],
    ["failed", "4 of 9 failed: adds", "completed-unverified"],
    ["passed", "passed", "verification-budget-exhausted"],
    ["skipped", "It was not run", "verification-budget-exhausted"],
  ] as const)("and that %s with %s, the work is %s", (status, summary, code) => {
    const [probe] = probesDue(facts([changed], { attempts: [failed] }))
    if (!probe) throw new Error("No probe is due.")
    const baseline = attempt(16, status, [probe])
    const attempts = [failed, { ...baseline, checks: baseline.checks.map((check) => ({ ...check, summary })) }]
    expect(verdictOf(facts([changed], { attempts })).code).toBe(code)
    expect(commands(facts([changed], { attempts }))).toEqual([])
  })

  it("a failure that is worse than before is no old one", () => {
    const [probe] = probesDue(facts([changed], { attempts: [failed] }))
    if (!probe) throw new Error("No probe is due.")
    const worse = { ...failed, checks: failed.checks.map((check) => ({ ...check, summary: "2 of 3 failed" })) }
    expect(verdictOf(facts([changed], { attempts: [worse, attempt(16, "failed", [probe])] })).code).toBe(
      "verification-budget-exhausted",
    )
  })

  it("nothing runs where more changed than the content of files in the workspace", () => {
    const mode = act(11, {
      tool: "bash",
      changes: [
        { path: "run.sh", before: "a", after: "a", modes: { before: 0o755, after: 0o644 }, isDirectory: false },
      ],
    })
    expect(commands(facts([changed, mode], { attempts: [failed] }))).toEqual([])
    expect(commands(facts([changed, wrote(11, "/etc/hosts", "a")], { attempts: [failed] }))).toEqual([])
    const directory = act(11, {
      changes: [{ path: "a", before: null, after: "d", modes: { before: null, after: 0o755 }, isDirectory: true }],
    })
    expect(commands(facts([changed, directory], { attempts: [failed] }))).toEqual([
      [baselineCommand("npm test"), ["src/add.ts"]],
    ])
  })
})
