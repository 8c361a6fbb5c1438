import { describe, expect, it } from "vitest"
import { planOf, type Scene } from "../../../test/support/workflow/check-scene.ts"

const lines = (scene: Scene) =>
  planOf(scene).checks.map(({ source, strength, command }) => `${source} ${strength}: ${command}`)
const nodeProject = {
  "package.json": JSON.stringify({ scripts: { test: "vitest run", lint: "eslint .", build: "vite build" } }),
}

describe("the reference's rows", () => {
  it("F067: a text file that was written needs a look, and no command", () => {
    expect(planOf({ touched: ["hello.txt"] })).toEqual({
      checks: [],
      strongest: "exists",
      uncovered: ["hello.txt"],
      weaker: [],
      reasons: [],
    })
  })

  it("F068: a script is parsed, and not run unasked", () => {
    const plan = planOf({ touched: ["x.py"] })
    expect(plan.checks.map(({ kind, command }) => [kind, command])).toEqual([
      ["typecheck", "python3 -m py_compile x.py"],
    ])
    expect(plan.strongest).toBe("parses")
  })

  it("F069: the commands of the verification plan are run, as the model's", () => {
    expect(lines({ touched: ["a.py"], planned: ["grep -q greet a.py", "python -m unittest test_a"] })).toEqual([
      "model exists: grep -q greet a.py",
      "project parses: python3 -m py_compile a.py",
      "model tests: python -m unittest test_a",
    ])
  })

  it("F070: a file that is written later is checked, too", () => {
    const first = lines({ touched: ["a.py"] })
    const both = lines({ touched: ["a.py", "b.js"] })
    expect(both).toEqual([...first, "project parses: node --check b.js"])
  })
})

describe("the strongest that there is", () => {
  it.each<[string, Scene, string[], string, string[]]>([
    [
      "source in a project with tests needs the tests",
      { files: nodeProject, touched: ["src/a.ts"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      [],
    ],
    [
      "prose in a project with tests is not covered by them",
      { files: nodeProject, touched: ["README.md", "docs/a.txt", "logo.png"] },
      [],
      "exists",
      ["README.md", "docs/a.txt", "logo.png"],
    ],
    [
      "prose beside source is said to be uncovered",
      { files: nodeProject, touched: ["README.md", "src/a.ts"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      ["README.md"],
    ],
    [
      "a fixture in a test suite is covered",
      { files: nodeProject, touched: ["test/fixtures/page.md"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      [],
    ],
    [
      "the README of a test suite is not",
      { files: nodeProject, touched: ["test/README.md"] },
      [],
      "exists",
      ["test/README.md"],
    ],
    [
      "the manifest is covered, and not parsed beside that",
      { files: nodeProject, touched: ["package.json"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      [],
    ],
    [
      "data that a project may read is covered",
      { files: nodeProject, touched: ["src/a.css"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      [],
    ],
    [
      "what only a host reads is not",
      { files: nodeProject, touched: [".github/workflows/ci.yml"] },
      [],
      "exists",
      [".github/workflows/ci.yml"],
    ],
    [
      "after a deleted file the tests are run",
      { files: nodeProject, gone: ["src/a.ts"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      [],
    ],
    ["after deleted prose nothing is", { files: nodeProject, gone: ["NOTES.md"] }, [], "exists", []],
    [
      "a build is for projects without tests and types",
      { files: { "package.json": JSON.stringify({ scripts: { build: "vite build" } }) }, touched: ["a.ts"] },
      ["project builds: npm run build"],
      "builds",
      [],
    ],
    [
      "another language is only parsed",
      { files: nodeProject, touched: ["tool.py"] },
      ["project parses: python3 -m py_compile tool.py"],
      "parses",
      [],
    ],
    [
      "a makefile covers every language",
      { files: { ...nodeProject, Makefile: "test:\n\tpytest\n" }, touched: ["tool.py"] },
      ["project tests: make test"],
      "tests",
      [],
    ],
    [
      "a makefile is silent where the project speaks",
      { files: { ...nodeProject, Makefile: "test:\n\tnpm test\n" }, touched: ["a.ts"] },
      ["project parses: npm run lint", "project tests: npm test"],
      "tests",
      [],
    ],
    ["a script is parsed", { touched: ["run.sh"] }, ["project parses: bash -n run.sh"], "parses", []],
    [
      "plain javascript is parsed where nothing else covers it",
      { touched: ["a.js"] },
      ["project parses: node --check a.js"],
      "parses",
      [],
    ],
    [
      "json is parsed by node where there is nothing else",
      { touched: ["a.json"], available: ["node"] },
      [
        `project parses: node -e 'JSON.parse(require('\\''node:fs'\\'').readFileSync(process.argv[1], '\\''utf8'\\''))' a.json`,
      ],
      "parses",
      [],
    ],
    [
      "json with comments is not",
      { touched: ["devcontainer.json"], available: ["node"] },
      [],
      "exists",
      ["devcontainer.json"],
    ],
    [
      "a file outside the workspace is only there",
      { files: nodeProject, touched: ["/etc/a.ts", "../b.ts"] },
      [],
      "exists",
      ["/etc/a.ts", "../b.ts"],
    ],
    ["nothing touched needs nothing", {}, [], "exists", []],
  ])("%s", (_, scene, checks, strongest, uncovered) => {
    const plan = planOf(scene)
    expect(lines(scene)).toEqual(checks)
    expect(plan.strongest).toBe(strongest)
    expect(plan.uncovered).toEqual(uncovered)
  })

  it("runs each check once, however it is spelled", () => {
    const files = { "pytest.ini": "" }
    expect(lines({ files, touched: ["a.py"], planned: ["python3 -m pytest -q", "cd . && pytest"] })).toEqual([
      "project tests: pytest",
    ])
  })

  it("leaves a linter that is not installed out, and takes nothing from the tests for it", () => {
    const files = {
      "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
      "AGENTS.md": "Lint: `trunk check`",
    }
    expect(planOf({ files, touched: ["a.js"] })).toMatchObject({
      checks: [{ command: "npm test" }],
      strongest: "tests",
      reasons: ["`trunk check` cannot run here: trunk is not installed"],
    })
  })

  it("tells of which files it shows less than of the others", () => {
    const plan = planOf({ files: nodeProject, touched: ["src/a.ts", "tool.py", "data.json", "README.md"] })
    expect(plan).toMatchObject({ strongest: "tests", weaker: [{ path: "tool.py", strength: "parses" }] })
  })

  it("says which program is missing, and that it takes the tests that cannot run to verify the work", () => {
    const plan = planOf({ files: { "Cargo.toml": "" }, touched: ["src/lib.rs", "a.yaml"], available: [] })
    expect(plan).toMatchObject({
      checks: [],
      strongest: "tests",
      uncovered: ["src/lib.rs", "a.yaml"],
      reasons: [
        "`cargo test` cannot run here: cargo is not installed",
        "a.yaml cannot be parsed here: yamllint or yq or ruby is needed",
      ],
    })
  })
})
