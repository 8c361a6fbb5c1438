import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { checks } from "./rows/log.ts"
import { rewrite, say } from "./rows/script.ts"
import { stage } from "./rows/stage.ts"

/** A small real project with something to do, how it is done wrong and right, and what has to prove it. */
type Project = {
  name: string
  /** Programs without which it cannot be checked here. */
  needs: readonly string[]
  files: Readonly<Record<string, string>>
  task: string
  path: string
  broken: string
  right: string
  /** The check that catches the broken change, and what it says that it proves. */
  check: RegExp
  strength: "exists" | "parses" | "builds" | "tests"
}

const has = (program: string): boolean => {
  try {
    execFileSync("which", [program], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const manifest = (scripts: Record<string, string>) => `${JSON.stringify({ name: "sums", type: "module", scripts })}\n`
const nodeTest = `import assert from "node:assert/strict"
import { test } from "node:test"
import { add } from "../src/add.js"

test("adds", () => assert.equal(add(1, 2), 3))
`
const wrong = "export const add = (a, b) => a - b\n"
const right = "export const add = (a, b) => a + b\n"
const broken = "export const add = (a, b) => a * b\n"

const projects: readonly Project[] = [
  {
    name: "Node with a test script",
    needs: ["node", "npm"],
    files: { "package.json": manifest({ test: "node --test" }), "src/add.js": wrong, "test/add.test.js": nodeTest },
    task: "Fix the bug in src/add.js.",
    path: "src/add.js",
    broken,
    right,
    check: /^npm test$/,
    strength: "tests",
  },
  {
    name: "Node with node:test and no script",
    needs: ["node"],
    files: { "package.json": manifest({}), "src/add.js": wrong, "test/add.test.js": nodeTest },
    task: "Fix the bug in src/add.js.",
    path: "src/add.js",
    broken,
    right,
    check: /^node --test/,
    strength: "tests",
  },
  {
    name: "Python with unittest",
    needs: ["python3"],
    files: {
      "add.py": "def add(a, b):\n    return a - b\n",
      "test_add.py":
        "import unittest\nfrom add import add\n\n\nclass AddTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n",
    },
    task: "Fix the bug in add.py.",
    path: "add.py",
    broken: "def add(a, b):\n    return a * b\n",
    right: "def add(a, b):\n    return a + b\n",
    check: /unittest|pytest/,
    strength: "tests",
  },
  {
    name: "Make with a test target",
    needs: ["make"],
    files: { Makefile: "test:\n\tgrep -q '^port=80$$' server.conf\n", "server.conf": "port=79\n" },
    task: "Set the port in server.conf to 80.",
    path: "server.conf",
    broken: "port=8080\n",
    right: "port=80\n",
    check: /^make test$/,
    strength: "tests",
  },
  {
    name: "a shell script",
    needs: ["bash"],
    files: { "greet.sh": "#!/bin/bash\necho hello\n" },
    task: "Let greet.sh greet each of its arguments.",
    path: "greet.sh",
    broken: '#!/bin/bash\nfor name in "$@"; do\n  echo "hello $name"\n',
    right: '#!/bin/bash\nfor name in "$@"; do\n  echo "hello $name"\ndone\n',
    check: /^bash -n greet\.sh$/,
    strength: "parses",
  },
  {
    name: "plain data",
    needs: ["node"],
    files: { "settings.json": '{ "port": 79 }\n' },
    task: "Set the port in settings.json to 80.",
    path: "settings.json",
    broken: '{ "port": 80\n',
    right: '{ "port": 80 }\n',
    check: /settings\.json/,
    strength: "parses",
  },
  {
    name: "Rust with cargo",
    needs: ["cargo"],
    files: {
      "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs":
        "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), 3);\n    }\n}\n",
      ".gitignore": "target\nCargo.lock\n",
    },
    task: "Fix the bug in src/lib.rs.",
    path: "src/lib.rs",
    broken:
      "pub fn add(a: i32, b: i32) -> i32 {\n    a * b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), 3);\n    }\n}\n",
    right:
      "pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), 3);\n    }\n}\n",
    check: /^cargo test/,
    strength: "tests",
  },
  {
    name: "Go",
    needs: ["go"],
    files: {
      "go.mod": "module example.com/sums\n\ngo 1.21\n",
      "add.go": "package sums\n\nfunc Add(a, b int) int { return a - b }\n",
      "add_test.go":
        'package sums\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    task: "Fix the bug in add.go.",
    path: "add.go",
    broken: "package sums\n\nfunc Add(a, b int) int { return a * b }\n",
    right: "package sums\n\nfunc Add(a, b int) int { return a + b }\n",
    check: /^go test/,
    strength: "tests",
  },
]

describe.each(projects)("$name", ({ needs, files, task, path, broken, right, check, strength }) => {
  const usable = needs.every(has)

  it.runIf(usable)("catches a broken change that is claimed to be done, and accepts it once it is fixed", async () => {
    const scene = await stage({
      files,
      steps: [rewrite(path, broken), say("It is done."), rewrite(path, right), say("Now it is right.")],
    })
    await scene.say(task)
    const ran = await checks(scene)
    const [failed = ""] = ran.filter((each) => each.startsWith("failed "))
    const command = failed.replace(/^failed /, "")
    expect(command).toMatch(check)
    expect(ran).toContain(`passed ${command}`)
    expect(scene.requests[2]?.messages.at(-1)?.text).toMatch(/^\[DEFINITION OF DONE CHECK FAILED\]\nFAIL `/)
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data.code).toBe(strength === "parses" ? "completed-unverified" : "completed-verified")
    expect(stop?.data.facts?.checks).toContainEqual(expect.objectContaining({ command, status: "passed" }))
    expect((await scene.state()).branch.done?.attempts.at(-1)).toMatchObject({ status: "passed", strongest: strength })
  })

  it.runIf(usable)("does not say that a change is verified which stays broken", async () => {
    const scene = await stage({
      files,
      steps: [rewrite(path, broken), say("It is done."), say("I am sure that it is.")],
    })
    await scene.say(task)
    const [stop] = await scene.of("turn.stopped")
    // The tests of these projects fail before the work, too; what is only parsed was sound.
    expect(stop?.data).toMatchObject(
      strength === "tests"
        ? {
            code: "completed-unverified",
            missing: [expect.stringMatching(/failed.*; it failed before the work, too$/)],
          }
        : { code: "verification-budget-exhausted", summary: expect.stringMatching(/failed/) },
    )
  })
})

describe("plain prose", () => {
  it("has no check, and the stop record says so", async () => {
    const scene = await stage({
      steps: [rewrite("notes.md", "# Notes\n\nOne.\n"), say("It is written.")],
      files: { "notes.md": "# Notes\n" },
    })
    await scene.say("Add a paragraph to notes.md.")
    expect(await checks(scene)).toEqual([])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "completed-unverified", missing: ["No check covers `notes.md`"] })
  })
})
