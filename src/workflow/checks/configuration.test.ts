import { describe, expect, it } from "vitest"
import { type FileText, isConfiguration, isReconfigured } from "./configuration.ts"

type Row = [name: string, path: string, before: FileText["before"], after: FileText["after"]]

const make = ".PHONY: test\ntest:\n\tpython3 check.py\n"
const manifest = (scripts: Record<string, string>, more = {}) => JSON.stringify({ scripts, ...more })
const script = (test: string) => manifest({ test, start: "node ." })

describe("what decides about the checks of a project", () => {
  const changed: Row[] = [
    ["instructions that were added", "AGENTS.md", null, "# Tests\n\nRun the tests with `node --test a.js`.\n"],
    ["another command in the instructions", "AGENTS.md", "Test: `pytest`", "Test: `pytest tests/easy`"],
    ["a hook of pytest", "conftest.py", null, "def pytest_sessionfinish(session): session.exitstatus = 0\n"],
    ["another function in the place of the tested one", "conftest.py", "import calc\n", "import calc\ncalc.add = f\n"],
    ["settings of pytest by another name", "pytest.toml", null, '[pytest]\naddopts = ["--ignore=a"]\n'],
    ["a module in the place of pytest", "pytest.py", null, "print('1 passed')\n"],
    ["a package in the place of unittest", "unittest/__init__.py", null, "print('Ran 1 test')\n"],
    ["a variable", ".env", "A=1\n", "A=1\nQUICK=1\n"],
    ["what cargo runs tests by", ".cargo/config.toml", null, "[target.x]\nrunner = 'true'\n"],
    ["settings of karma", "karma.conf.js", "a", "b"],
    ["settings of pytest", "pytest.ini", "[pytest]\n", "[pytest]\naddopts = --ignore=tests\n"],
    [
      "settings of pytest among others",
      "pyproject.toml",
      "[project]\n",
      "[project]\n[tool.pytest.ini_options]\naddopts = '-k ok'\n",
    ],
    ["what tox runs", "tox.ini", "[testenv]\ncommands = pytest\n", "[testenv]\ncommands = pytest -k ok\n"],
    ["what tox runs in one environment", "tox.ini", "", "[testenv:py]\ncommands = true\n"],
    ["the shell of npm", ".npmrc", null, "script-shell=/bin/true\n"],
    ["settings of a runner", "package.json", manifest({}), manifest({}, { jest: { testMatch: [] } })],
    ["a script that cannot fail", "package.json", script("jest"), script("true")],
    ["a script that tests less", "package.json", script("jest"), script("jest a")],
    ["a script that is gone", "package.json", script("jest"), "{}"],
    ["a manifest that is broken", "package.json", script("jest"), "{ broken"],
    ["a recipe", "Makefile", make, make.replace("python3 check.py", "@echo ok")],
    [
      "a recipe behind another",
      "Makefile",
      "test: unit\nunit:\n\tpython3 check.py\n",
      "test: unit\nunit:\n\techo ok\n",
    ],
    ["failures that are ignored", "Makefile", make, `.IGNORE:\n${make}`],
    ["another shell", "Makefile", make, `SHELL := /bin/true\n${make}`],
    [
      "what a recipe runs",
      "Makefile",
      "TEST_CMD = pytest\ntest:\n\t$(TEST_CMD)\n",
      "TEST_CMD = true\ntest:\n\t$(TEST_CMD)\n",
    ],
    ["a makefile before another", "GNUmakefile", null, "test:\n\tpython3 add.py\n"],
    ["a makefile that is gone", "Makefile", make, null],
    ["a runner's configuration", "web/vitest.config.ts", null, "export default { test: { exclude: ['**'] } }\n"],
    ["less strict types", "tsconfig.json", '{\n"strict": true\n}', '{\n"strict": false\n}'],
    ["tests that Cargo leaves out", "Cargo.toml", "[lib]\n", "[lib]\ntest = false\n"],
    ["tests that Maven skips", "pom.xml", "<a/>", "<a/>\n<skipTests>true</skipTests>"],
    ["what is too long to read", "pytest.ini", "[pytest]\n", undefined],
    ["what was too long to read", "package.json", undefined, "{}"],
  ]
  it.each(changed)("changes by %s", (_, path, before, after) => {
    expect(isConfiguration(path)).toBe(true)
    expect(isReconfigured({ path, before, after })).toBe(true)
  })

  const same: Row[] = [
    ["words for agents", "AGENTS.md", "# Notes\n", "# Notes\n\nThe parser is in src.\n"],
    ["a fixture", "conftest.py", null, "import pytest\n\n@pytest.fixture\ndef db():\n    return 1\n"],
    ["a dependency", "pyproject.toml", "[project]\n", "[project]\ndependencies = ['x']\n"],
    ["a dependency of a crate", "Cargo.toml", "[dependencies]\n", "[dependencies]\nserde = '1'\n"],
    ["a dependency of a package", "package.json", manifest({}), manifest({}, { dependencies: { a: "1" } })],
    ["a first test script", "package.json", manifest({}), script("vitest run")],
    [
      "a test script in the place of none",
      "package.json",
      script('echo "Error: no test specified" && exit 1'),
      script("vitest"),
    ],
    ["another script", "package.json", script("jest"), manifest({ test: "jest", start: "node server.js" })],
    [
      "one more file to compile",
      "Makefile",
      `all: app\napp: a.o\n\tcc -o app a.o\n${make}`,
      `all: app\napp: a.o b.o\n\tcc -o app a.o b.o\n${make}`,
    ],
    ["one more target", "Makefile", make, `${make}serve:\n\tpython3 serve.py\n`],
    ["another output of types", "tsconfig.json", '{\n"outDir": "a"\n}', '{\n"outDir": "b"\n}'],
    ["an empty file", "pytest.ini", null, ""],
    ["a plugin of the build", "vite.config.ts", "export default {}\n", "export default { plugins: [] }\n"],
  ]
  it.each(same)("is the same after %s", (_, path, before, after) => {
    expect(isReconfigured({ path, before, after })).toBe(false)
  })

  it.each([
    "src/add.ts",
    "README.md",
    "src/config.toml",
    ".env.example",
    "makefile.md",
    "my-package.json",
    "Cargo.lock",
  ])("is not in %s", (path) => {
    expect(isConfiguration(path)).toBe(false)
    expect(isReconfigured({ path, before: "a", after: "b" })).toBe(false)
  })
})
