import { describe, expect, it } from "vitest"
import { planOf, type Scene } from "../arbitrary/check-scene.ts"

const lines = (scene: Scene) =>
  planOf(scene).checks.map(({ source, strength, command }) => `${source} ${strength}: ${command}`)
const nodeProject = {
  "package.json": JSON.stringify({ scripts: { test: "vitest run", lint: "eslint .", build: "vite build" } }),
}

describe("the reference's rows", () => {
  it("F067: a text file that was written is shown to be there", () => {
    expect(planOf({ touched: ["hello.txt"], task: "Create hello.txt in the workspace root." })).toMatchObject({
      checks: [{ command: "test -e hello.txt", strength: "exists", source: "project" }],
      strongest: "exists",
      uncovered: ["hello.txt"],
    })
  })

  it("F068: a script that should run is run", () => {
    const plan = planOf({ touched: ["x.py"], task: "Create x.py and make sure it runs." })
    expect(plan.checks.map(({ kind, command }) => [kind, command])).toEqual([
      ["typecheck", "python3 -m py_compile x.py"],
      ["runtime", "python x.py"],
    ])
    expect(plan.strongest).toBe("builds")
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
    const both = lines({ touched: ["a.py", "notes.txt"] })
    expect(both).toEqual(["project exists: test -e notes.txt", ...first])
  })
})

describe("a task that wants something run", () => {
  it.each([
    ["Write tool.py and run it.", ["tool.py"], ["python tool.py"]],
    ["Make sure that main.js runs", ["main.js", "lib.js"], ["node main.js"]],
    ["Please run go.sh when you are done", ["go.sh"], ["bash go.sh"]],
    ["The script should run.", ["-x y.py"], ["python './-x y.py'"]],
    ["Fix the run method of tool.py", ["tool.py"], []],
    ["Create tool.py but do not run it", ["tool.py"], []],
    ["Add a runner and prune it: tool.py", ["tool.py"], []],
    ["Make sure it runs", ["test_a.py"], []],
    ["Make sure it runs", ["README.md"], []],
    ["Change greet.js and make sure it works.", ["greet.js"], ["node greet.js"]],
    ["Verify that greet.js works", ["greet.js", "lib.js"], ["node greet.js"]],
    ["Tell how it works in greet.js", ["greet.js"], []],
    ["Make sure it works, but do not run it", ["greet.js"], []],
    ["Create fib.py that prints ten numbers", ["fib.py"], ["python fib.py"]],
    ["Create sum.py that prints the sum of its arguments", ["sum.py"], []],
    ["Create tool.py, which deletes old files and prints them", ["tool.py"], []],
  ])("%s", (task, touched, expected) => {
    const { checks } = planOf({ task, touched })
    expect(checks.filter(({ strength }) => strength === "builds").map(({ command }) => command)).toEqual(expected)
  })

  it("leaves it to the tests of the project to show that it works, but not that it runs", () => {
    const commands = (task: string) =>
      planOf({ files: nodeProject, touched: ["src/a.js"], task }).checks.map(({ command }) => command)
    expect(commands("Fix src/a.js and make sure it works.")).not.toContain("node src/a.js")
    expect(commands("Fix src/a.js and make sure it runs.")).toContain("node src/a.js")
  })

  it("has it compiled where the task asks for that", () => {
    const commands = (task: string, files = {}) =>
      planOf({ files, touched: ["a.c"], task, available: ["cc", "npm"] }).checks.map(({ command }) => command)
    expect(commands("Write a.c and make sure it compiles")).toEqual(["cc -fsyntax-only a.c"])
    expect(commands("Write a.c")).toEqual(["test -e a.c"])
    const plan = planOf({ files: nodeProject, touched: ["a.ts"], task: "Fix a.ts and make sure it builds" })
    expect(plan.checks.map(({ command }) => command)).toContain("npm run build")
  })

  it("says what would be needed", () => {
    expect(planOf({ task: "Make sure it runs.", touched: ["x.py"], available: [] }).reasons).toContain(
      "x.py could not be run: python or python3 is not here.",
    )
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
      ["project exists: test -e README.md", "project exists: test -e docs/a.txt", "project exists: test -e logo.png"],
      "exists",
      ["README.md", "docs/a.txt", "logo.png"],
    ],
    [
      "prose beside source is said to be uncovered",
      { files: nodeProject, touched: ["README.md", "src/a.ts"] },
      ["project exists: test -e README.md", "project parses: npm run lint", "project tests: npm test"],
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
      ["project exists: test -e test/README.md"],
      "exists",
      ["test/README.md"],
    ],
    [
      "the manifest is covered, and parsed",
      { files: nodeProject, touched: ["package.json"] },
      [
        "project parses: npm run lint",
        "project parses: python3 -m json.tool package.json > /dev/null",
        "project tests: npm test",
      ],
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
      ["project exists: test -e .github/workflows/ci.yml"],
      "exists",
      [".github/workflows/ci.yml"],
    ],
    [
      "a deleted file is shown to be gone, and the tests are run",
      { files: nodeProject, gone: ["src/a.ts"] },
      [
        "project exists: test ! -e src/a.ts && test ! -L src/a.ts",
        "project parses: npm run lint",
        "project tests: npm test",
      ],
      "tests",
      [],
    ],
    [
      "deleted prose is shown to be gone",
      { files: nodeProject, gone: ["NOTES.md"] },
      ["project exists: test ! -e NOTES.md && test ! -L NOTES.md"],
      "exists",
      [],
    ],
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
      ["project parses: python3 -m py_compile tool.py", "project tests: make test"],
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
      { touched: ["tsconfig.json"], available: ["node"] },
      ["project exists: test -e tsconfig.json"],
      "exists",
      ["tsconfig.json"],
    ],
    [
      "a file outside the workspace is only there",
      { files: nodeProject, touched: ["/etc/a.ts", "../b.ts"] },
      ["project exists: test -e /etc/a.ts", "project exists: test -e ../b.ts"],
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

  it("tells of which files it shows less than of the others", () => {
    const plan = planOf({ files: nodeProject, touched: ["src/a.ts", "tool.py", "data.json", "README.md"] })
    expect(plan).toMatchObject({ strongest: "tests", weaker: [{ path: "tool.py", strength: "parses" }] })
  })

  it("says which program is missing, and claims no more than what is left", () => {
    const plan = planOf({ files: { "Cargo.toml": "" }, touched: ["src/lib.rs", "a.yaml"], available: [] })
    expect(plan).toMatchObject({
      checks: [{ command: "test -e src/lib.rs" }, { command: "test -e a.yaml" }],
      strongest: "exists",
      uncovered: ["src/lib.rs", "a.yaml"],
      reasons: [
        "cargo test was left out: cargo is not here.",
        "a.yaml could not be parsed: yamllint, yq, ruby would be needed.",
      ],
    })
  })
})
