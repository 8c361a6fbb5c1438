import { describe, expect, it } from "vitest"
import { checkScripts } from "./check-scripts.ts"

const scripts = (files: Record<string, string>) => [...checkScripts(new Map(Object.entries(files)))]
const manifest = (scripts: Record<string, string>) => JSON.stringify({ scripts })

describe("the files that a test command runs as its script", () => {
  it.each<[string, Record<string, string>, string[]]>([
    ["of npm", { "package.json": manifest({ test: "bash scripts/test.sh" }) }, ["scripts/test.sh"]],
    ["of npm, by its path", { "package.json": manifest({ test: "./run-tests" }) }, ["run-tests"]],
    ["before npm's", { "package.json": manifest({ pretest: "node ./build.js" }) }, ["build.js"]],
    ["of a part", { "package.json": manifest({ "test:unit": "node check.cjs" }) }, ["check.cjs"]],
    [
      "each on a line",
      { "package.json": manifest({ test: "CI=1 node a.js && (timeout 9 node b.js || node c.js)" }) },
      ["a.js", "b.js", "c.js"],
    ],
    ["of a nested package", { "pkg/package.json": manifest({ test: "node check.js" }) }, ["pkg/check.js"]],
    ["of a makefile", { Makefile: "test:\n\tpython3 check.py\n" }, ["check.py"]],
    ["of a makefile, by a variable", { Makefile: "check:\n\t@$(PYTHON) check.py\n" }, ["check.py"]],
    ["of the instructions", { "AGENTS.md": "Test: `python3 tools/check.py`" }, ["tools/check.py"]],
    ["none of a runner", { "package.json": manifest({ test: "vitest run", "test:a": "node --test" }) }, []],
    ["none of a package manager", { "package.json": manifest({ test: "bun test" }) }, []],
    ["none of a module", { Makefile: "test:\n\tpython3 -m pytest\n" }, []],
    ["none of another script", { "package.json": manifest({ deploy: "bash deploy.sh", latest: "node x.js" }) }, []],
    ["none of another target", { Makefile: "run:\n\tpython3 main.py\n" }, []],
    ["none of what is no marker", { "README.md": "Test: `node a.js`" }, []],
    ["none of what cannot be read", { "package.json": "{ broken", Makefile: "" }, []],
  ])("%s", (_, files, expected) => {
    expect(scripts(files)).toEqual(expected)
  })
})
