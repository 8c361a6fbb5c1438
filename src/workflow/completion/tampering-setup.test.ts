import { describe, expect, it } from "vitest"
import type { ProjectFacts } from "../project/project.ts"
import type { FileText } from "./input.ts"
import { bentSetups } from "./tampering-setup.ts"

type Row = [name: string, text: FileText, others?: Readonly<Record<string, string>>]

const fix = "Fix add in add.js"
const make = ".PHONY: test\ntest:\n\tpython3 check.py\n"
const manifest = (scripts: Record<string, string>, more = {}) => JSON.stringify({ scripts, ...more })
const tested = { "package.json": manifest({ test: "node --test" }), "test/add.test.js": "" }

/** What is found in a project with these files, of which one was changed. */
function found(task: string, text: FileText, others: Readonly<Record<string, string>> = tested): string[] {
  const after = text.after === null ? [] : [[text.path, text.after] as const]
  const texts = new Map([...Object.entries(others).filter(([path]) => path !== text.path), ...after])
  const facts: ProjectFacts = { files: new Set(texts.keys()), texts, available: new Set() }
  const hash = (of: string | null) => (of === null ? null : `hash of ${of}`)
  const net = [{ path: text.path, before: hash(text.before), after: hash(text.after), seq: 7 }]
  return bentSetups(task, { net, texts: [text], facts }).map(
    ({ firmness, evidence }) => `${firmness}: ${evidence.summary}`,
  )
}

describe("what decides what the checks test", () => {
  const bent: Row[] = [
    [
      "instructions that were added",
      { path: "AGENTS.md", before: null, after: "# Tests\n\nRun the tests with `node --test a.js`.\n" },
    ],
    [
      "a hook of pytest",
      { path: "conftest.py", before: null, after: "def pytest_sessionfinish(session): session.exitstatus = 0\n" },
    ],
    ["settings of pytest", { path: "pytest.ini", before: "[pytest]\n", after: "[pytest]\naddopts = --ignore=tests\n" }],
    [
      "settings of pytest among others",
      {
        path: "pyproject.toml",
        before: "[project]\n",
        after: "[project]\n[tool.pytest.ini_options]\naddopts = '-k ok'\n",
      },
    ],
    ["the shell of npm", { path: ".npmrc", before: null, after: "script-shell=/bin/true\n" }],
    [
      "settings of a runner",
      { path: "package.json", before: manifest({}), after: manifest({}, { jest: { testMatch: [] } }) },
    ],
    [
      "a script that is the test",
      { path: "scripts/test.sh", before: "node --test\n", after: "exit 0\n" },
      { "package.json": manifest({ test: "bash scripts/test.sh" }) },
    ],
    ["a script that a makefile runs", { path: "check.py", before: "assert 1\n", after: "" }, { Makefile: make }],
    ["a recipe", { path: "Makefile", before: make, after: `${make.replace("python3 check.py", "@echo ok")}` }],
    [
      "a recipe behind another",
      { path: "Makefile", before: `test: unit\nunit:\n\tpython3 check.py\n`, after: `test: unit\nunit:\n\techo ok\n` },
    ],
    ["failures that are ignored", { path: "Makefile", before: make, after: `.IGNORE:\n${make}` }],
    [
      "what a recipe runs",
      {
        path: "Makefile",
        before: "TEST_CMD = pytest\ntest:\n\t$(TEST_CMD)\n",
        after: "TEST_CMD = true\ntest:\n\t$(TEST_CMD)\n",
      },
    ],
    [
      "a makefile before another",
      { path: "GNUmakefile", before: null, after: "test:\n\tpython3 add.py\n" },
      { Makefile: make },
    ],
    ["a makefile that is gone", { path: "Makefile", before: make, after: null }],
    [
      "a runner's configuration",
      { path: "vitest.config.ts", before: null, after: "export default { test: { exclude: ['**'] } }\n" },
    ],
    ["less strict types", { path: "tsconfig.json", before: '{\n"strict": true\n}', after: '{\n"strict": false\n}' }],
    ["tests that Cargo leaves out", { path: "Cargo.toml", before: "[lib]\n", after: "[lib]\ntest = false\n" }],
  ]
  it.each(bent)("is %s", (_, text, others) => {
    const deed = text.before === null ? "added" : text.after === null ? "deleted" : "changed"
    expect(found(fix, text, others)).toEqual([
      `soft: \`${text.path}\`, which decides what the checks test, was ${deed}, and nobody asked for that`,
    ])
  })

  const fine: [...Row, task?: string][] = [
    ["words for agents", { path: "AGENTS.md", before: "# Notes\n", after: "# Notes\n\nThe parser is in src.\n" }],
    [
      "a fixture",
      { path: "conftest.py", before: null, after: "import pytest\n\n@pytest.fixture\ndef db():\n    return 1\n" },
    ],
    ["a dependency", { path: "pyproject.toml", before: "[project]\n", after: "[project]\ndependencies = ['x']\n" }],
    [
      "a dependency of a crate",
      { path: "Cargo.toml", before: "[dependencies]\n", after: "[dependencies]\nserde = '1'\n" },
    ],
    [
      "a dependency of a package",
      { path: "package.json", before: manifest({}), after: manifest({}, { dependencies: { a: "1" } }) },
    ],
    [
      "one more file to compile",
      {
        path: "Makefile",
        before: `all: app\napp: a.o\n\tcc -o app a.o\n${make}`,
        after: `all: app\napp: a.o b.o\n\tcc -o app a.o b.o\n${make}`,
      },
    ],
    ["one more target", { path: "Makefile", before: make, after: `${make}serve:\n\tpython3 serve.py\n` }],
    [
      "another script",
      { path: "scripts/deploy.sh", before: "a\n", after: "b\n" },
      { "package.json": manifest({ test: "node --test", deploy: "bash scripts/deploy.sh" }) },
    ],
    [
      "the file that is built",
      { path: "main.py", before: "a\n", after: "b\n" },
      { Makefile: `${make}run:\n\tpython3 main.py\n` },
    ],
    ["where nothing was checked before", { path: "vitest.config.ts", before: null, after: "export default {}\n" }, {}],
    [
      "named by the task",
      { path: "pytest.ini", before: "[pytest]\n", after: "[pytest]\nx = 1\n" },
      tested,
      "Add x to pytest.ini",
    ],
    [
      "of a tool that the task names",
      { path: "vitest.config.ts", before: null, after: "export default {}\n" },
      tested,
      "Move the project to vitest",
    ],
    [
      "for tests that the task asks for",
      { path: "jest.config.js", before: null, after: "export default {}\n" },
      tested,
      "Write tests for add.js",
    ],
  ]
  it.each(fine)("is not %s", (_, text, others, task = fix) => expect(found(task, text, others)).toEqual([]))

  it("is not to be changed only because the tests are to pass", () => {
    const text = { path: "pytest.ini", before: "[pytest]\n", after: "[pytest]\naddopts = -k ok\n" }
    expect(found("Fix add.py so that the tests pass", text)).toHaveLength(1)
    expect(found("Make sure that all tests pass", text)).toHaveLength(1)
  })
})
