import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { attempt, facts as factsOfWork, wrote } from "../../../test/support/workflow/work-scene.ts"
import type { Strength } from "../../session/event/common.ts"
import { planChecks } from "../../workflow/checks/plan-checks.ts"
import { verdictOf } from "../../workflow/verdict/verdict.ts"
import { gatherProjectFacts } from "./project-facts.ts"

let base: string
let workspace: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "holdfast-facts-"))
  workspace = join(base, "my work")
  mkdirSync(workspace)
})
afterEach(() => rmSync(base, { recursive: true }))

function put(path: string, text = "", root = workspace): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const gather = (...touched: string[]) => gatherProjectFacts({ workspace, touched })

describe("the facts of a workspace", () => {
  it("hold the markers at the root and on the way to a touched file, and what they say", async () => {
    put("package.json", "{}")
    put("AGENTS.md", "Test: `npm test`")
    put("packages/a/package.json", '{"name":"a"}')
    put("packages/a/src/x.ts")
    put("packages/b/package.json", '{"name":"b"}')
    put("packages/a/package-lock.json", "{}")
    const facts = await gather("packages/a/src/x.ts", "packages/a/src/gone.ts")
    expect([...facts.files].sort()).toEqual([
      "AGENTS.md",
      "package.json",
      "packages/a/package-lock.json",
      "packages/a/package.json",
      "packages/a/src/x.ts",
      "packages/b/package.json",
    ])
    expect(facts.texts).toEqual(
      new Map([
        ["AGENTS.md", "Test: `npm test`"],
        ["package.json", "{}"],
        ["packages/a/package.json", '{"name":"a"}'],
      ]),
    )
  })

  it("hold the tests, and none of other people's", async () => {
    put("src/deep/down/a.test.ts")
    put("node_modules/x/x.test.js")
    put("Shop.csproj")
    expect([...(await gather()).files].sort()).toEqual(["Shop.csproj", "src/deep/down/a.test.ts"])
  })

  it("take an absolute path of the workspace, and no path out of it", async () => {
    put("a.txt")
    put("secret.txt", "", base)
    const facts = await gather(join(workspace, "a.txt"), "../secret.txt", join(base, "secret.txt"), "/etc/passwd")
    expect([...facts.files]).toEqual(["a.txt"])
  })

  it("do not follow a link out of the workspace, except to a program", async () => {
    put("package.json", '{"secret":1}', base)
    put("out/pyproject.toml", "secret", base)
    put("out/test_x.py", "", base)
    put("tsc", "#!/bin/sh\n", base)
    chmodSync(join(base, "tsc"), 0o755)
    symlinkSync(join(base, "package.json"), join(workspace, "package.json"))
    symlinkSync(join(base, "out"), join(workspace, "linked"))
    symlinkSync("/nowhere", join(workspace, "Makefile"))
    symlinkSync("AGENTS.md", join(workspace, "AGENTS.md"))
    mkdirSync(join(workspace, "node_modules/.bin"), { recursive: true })
    symlinkSync(join(base, "tsc"), join(workspace, "node_modules/.bin/tsc"))
    const facts = await gather("linked/x.py", "linked/test_x.py")
    expect([...facts.files]).toEqual(["node_modules/.bin/tsc"])
    expect(facts.texts).toEqual(new Map())
  })

  it("do without files that are odd", async () => {
    mkdirSync(join(workspace, "package.json"))
    execFileSync("sh", ["-c", 'mkfifo "$0"', join(workspace, "Makefile")])
    put("pyproject.toml", "x".repeat(300_000))
    put("go.mod", "\0\xff")
    put("Cargo.toml", "")
    put("a.txt/b.txt")
    const facts = await gather("bad\0name", "x".repeat(5_000), "a.txt/b.txt/c.txt", "", ".", "..")
    expect([...facts.files].sort()).toEqual(["Cargo.toml", "go.mod", "pyproject.toml"])
    expect([...facts.texts.keys()].sort()).toEqual(["Cargo.toml", "go.mod"])
  })

  it("are empty where there is no workspace", async () => {
    const facts = await gatherProjectFacts({ workspace: join(base, "missing"), touched: ["a.txt"] })
    expect(facts).toEqual({ files: new Set(), texts: new Map(), available: new Set() })
  })

  it("hold the programs of the PATH: those that are known, and those that AGENTS.md names", async () => {
    const bin = join(base, "bin")
    for (const name of ["cargo", "trunk", "other"]) {
      put(name, "#!/bin/sh\n", bin)
      chmodSync(join(bin, name), 0o755)
    }
    put("go", "not to be run", bin)
    mkdirSync(join(bin, "npm"))
    put("shims/python3.12", "#!/bin/sh\n", base)
    chmodSync(join(base, "shims/python3.12"), 0o755)
    put("AGENTS.md", "Lint: `trunk check --all`")
    put("make", "#!/bin/sh\n")
    chmodSync(join(workspace, "make"), 0o755)
    put("near/rake", "#!/bin/sh\n", base)
    chmodSync(join(base, "near/rake"), 0o755)
    const path = [
      "",
      ".",
      relative(process.cwd(), join(base, "near")),
      bin,
      join(base, "shims"),
      join(base, "missing"),
    ].join(":")
    const facts = await gatherProjectFacts({ workspace, touched: [], path })
    expect(facts.available).toEqual(new Set(["cargo", "trunk"]))
  })

  it("do not grow with the workspace", async () => {
    for (let n = 0; n < 500; n++) put(`tests/test_${n}.py`)
    const touched = Array.from({ length: 300 }, (_, n) => `d${n}/x.py`)
    expect((await gather(...touched)).files.size).toBeLessThanOrEqual(400)
  })
})

const has = (program: string) => spawnSync(program, ["--version"], { cwd: tmpdir() }).status === 0

describe("the plan for a real workspace", () => {
  async function verify(touched: readonly string[], options: { gone?: readonly string[] } = {}) {
    const gone = options.gone ?? []
    const facts = await gatherProjectFacts({ workspace, touched: [...touched, ...gone] })
    const plan = planChecks({
      facts,
      touched: [
        ...touched.map((path) => ({ path, hash: "a".repeat(64) })),
        ...gone.map((path) => ({ path, hash: null })),
      ],
      planned: [],
      named: [],
    })
    const attempts = plan.checks.map((check) => {
      // The runner of these tests must not be taken for the one of the project.
      const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env
      const { status } = spawnSync("bash", ["-c", check.command], { cwd: workspace, env, encoding: "utf8" })
      return attempt(14, status === 0 ? "passed" : "failed", [check])
    })
    const acts = [...touched.map((path) => wrote(10, path)), ...gone.map((path) => wrote(11, path, "x", null))]
    const { code } = verdictOf(factsOfWork(acts, { plan, project: facts, attempts }))
    return { commands: plan.checks.map(({ command }) => command), strength: plan.strongest, code }
  }

  const good = (strength: Strength, ...commands: string[]) => ({ commands, strength, code: "completed-verified" })
  const bad = { code: "verification-budget-exhausted" }

  it("runs node's tests, which pass until the work breaks them", async () => {
    put("sum.mjs", "export const sum = (a, b) => a + b\n")
    put(
      "sum.test.mjs",
      'import test from "node:test"\nimport assert from "node:assert"\nimport { sum } from "./sum.mjs"\ntest("sum", () => assert.equal(sum(1, 2), 3))\n',
    )
    expect(await verify(["sum.mjs"])).toEqual(good("tests", "node --test"))
    put("sum.mjs", "export const sum = (a, b) => a - b\n")
    expect(await verify(["sum.mjs"])).toMatchObject(bad)
    rmSync(join(workspace, "sum.mjs"))
    expect(await verify([], { gone: ["sum.mjs"] })).toMatchObject(bad)
  })

  it("runs npm's script in the package that is nearest", async () => {
    put("apps/the shop/package.json", JSON.stringify({ scripts: { test: "node check.cjs" } }))
    put("apps/the shop/check.cjs", "process.exit(0)")
    const expected = good("tests", "cd 'apps/the shop' && npm test")
    expect(await verify(["apps/the shop/check.cjs"])).toEqual(expected)
    put("apps/the shop/check.cjs", "process.exit(1)")
    expect(await verify(["apps/the shop/check.cjs"])).toMatchObject(bad)
  })

  it.runIf(has("python3"))("parses python", async () => {
    put("it's -x.py", "print('hello')\n")
    expect(await verify(["it's -x.py"])).toMatchObject({ strength: "parses", code: "completed-unverified" })
    put("it's -x.py", "print('hello'\n")
    expect(await verify(["it's -x.py"])).toMatchObject(bad)
  })

  it.runIf(has("python3"))("runs python's tests", async () => {
    put("shop.py", "def total(): return 3\n")
    const test =
      "import unittest, shop\nclass Shop(unittest.TestCase):\n    def test_total(self): self.assertEqual(shop.total(), 3)\n"
    put("test_shop.py", test)
    expect(await verify(["shop.py"])).toMatchObject({ strength: "tests", code: "completed-verified" })
    put("shop.py", "def total(): return 4\n")
    expect(await verify(["shop.py"])).toMatchObject(bad)
  })

  it.runIf(has("make"))("runs make's test target", async () => {
    put("Makefile", "check:\n\t@grep -q good data.csv\n")
    put("data.csv", "good\n")
    expect(await verify(["data.csv"])).toEqual(good("tests", "make check"))
    put("data.csv", "bad\n")
    expect(await verify(["data.csv"])).toMatchObject(bad)
  })

  it("parses shell scripts and JSON", async () => {
    put("run.sh", "if true; then echo; fi\n")
    put("data.json", '{"a": 1}')
    expect(await verify(["run.sh", "data.json"])).toMatchObject({ strength: "parses", code: "completed-unverified" })
    put("run.sh", "if true; then\n")
    expect(await verify(["run.sh"])).toMatchObject(bad)
    put("data.json", "{'a': 1}")
    expect(await verify(["data.json"])).toMatchObject(bad)
  })

  it("needs no command for plain files that are there, or gone", async () => {
    put("-n new\nline.txt", "hello")
    expect(await verify(["-n new\nline.txt"], { gone: ["old.txt"] })).toEqual({
      commands: [],
      strength: "exists",
      code: "completed-unverified",
    })
    expect(await verify([], { gone: ["old.txt"] })).toMatchObject({ code: "completed-nothing-to-verify" })
  })

  it.runIf(has("cargo"))(
    "runs cargo's tests",
    async () => {
      put("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n')
      put("src/lib.rs", "#[test]\nfn adds() { assert_eq!(1 + 1, 2) }\n")
      expect(await verify(["src/lib.rs"])).toEqual(good("tests", "cargo test"))
      put("src/lib.rs", "#[test]\nfn adds() { assert_eq!(1 + 1, 3) }\n")
      expect(await verify(["src/lib.rs"])).toMatchObject(bad)
    },
    120_000,
  )

  it.runIf(has("go"))(
    "runs go's tests",
    async () => {
      put("go.mod", "module shop\n\ngo 1.21\n")
      put("shop.go", "package shop\n\nfunc Total() int { return 3 }\n")
      put(
        "shop_test.go",
        'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total() != 3 {\n\t\tt.Fail()\n\t}\n}\n',
      )
      expect(await verify(["shop.go"])).toMatchObject({ strength: "tests", code: "completed-verified" })
    },
    120_000,
  )
})
