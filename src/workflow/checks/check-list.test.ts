import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { planOf } from "../../../test/support/workflow/check-scene.ts"
import { check as checkSchema } from "../../session/event/done.ts"
import { limits } from "../../session/limits.ts"

const nodeProject = {
  "package.json": JSON.stringify({ scripts: { test: "vitest run", lint: "eslint .", build: "vite build" } }),
}

describe("laws", () => {
  it("reads a path back as it was, whatever is in it", () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-checks-"))
    const paths = [
      "a b.sh",
      "it's.sh",
      '"q".sh',
      "-n.sh",
      "new\nline.sh",
      "$(touch owned).sh",
      "`x`;&|.sh",
      "*.sh",
      "ü/ -x.sh",
      "\\.sh",
    ]
    try {
      for (const path of paths) {
        mkdirSync(dirname(join(directory, path)), { recursive: true })
        writeFileSync(join(directory, path), "true\n")
      }
      const { checks } = planOf({ touched: paths })
      expect(checks).toHaveLength(paths.length)
      for (const { command } of checks) execFileSync("bash", ["-c", command], { cwd: directory })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it("fits every plan into its event, and covers each file in it", () => {
    const path = fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).filter((text) => !text.includes("\0"))
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 40 }),
        fc.array(fc.string(), { maxLength: 5 }),
        (touched, planned) => {
          const plan = planOf({ touched, planned, files: nodeProject })
          expect(plan.checks.every((check) => checkSchema.safeParse(check).success)).toBe(true)
          expect(new Set(plan.checks.map(({ id }) => id)).size).toBe(plan.checks.length)
          expect(planOf({ touched, planned, files: nodeProject })).toEqual(plan)
        },
      ),
      { numRuns: 50 },
    )
  })

  it("checks thousands of files in few commands", () => {
    const touched = Array.from({ length: 3_000 }, (_, n) => `notes/${n}-${"x".repeat(40)}.sh`)
    const { checks } = planOf({ touched })
    expect(checks.length).toBeLessThanOrEqual(limits.checks)
    expect(checks.every(({ command }) => command.length <= limits.note)).toBe(true)
    const all = checks.map(({ command }) => command).join("\n")
    expect(touched.filter((path) => !all.includes(path))).toEqual([])
  })

  it("does not plan what is too long to be run", () => {
    const plan = planOf({ touched: [`${"'".repeat(4_000)}.sh`] })
    expect(plan.checks).toEqual([])
    expect(plan.reasons).toEqual(["A command was left out: it is too long"])
  })
})
