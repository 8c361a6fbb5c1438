import { describe, expect, it } from "vitest"
import type { FileText } from "./input.ts"
import { tamperings } from "./tampering.ts"
import type { NetChange } from "./work.ts"

const named = (task: string, text: Partial<FileText> & { path: string }) =>
  tamperings(task, [], [{ before: null, after: null, ...text }]).map(
    ({ firmness, evidence }) => `${firmness}: ${evidence.summary}`,
  )

describe("a stub", () => {
  const stubs = [
    "// TODO: write it",
    "# FIXME later",
    "    raise NotImplementedError",
    'throw new Error("Not implemented")',
    "todo!()",
    "unimplemented!()",
    "// ... rest of the code",
    "/* your code here */",
  ]
  it.each(stubs)("is %s", (line) => {
    expect(named("Write the parser", { path: "a.ts", after: `x\n${line}` })).toEqual([
      `soft: \`a.ts:2\` is still a stub: ${line.trim()}`,
    ])
  })

  const fine: [string, string, Partial<FileText> & { path: string }][] = [
    ["a name", "Write the parser", { path: "a.ts", after: "const todo = TODO_LIST" }],
    ["asked for", "Write a todo app with stubs", { path: "a.ts", after: "// TODO" }],
    ["older than the work", "Write the parser", { path: "a.ts", before: "// TODO: old\n", after: "// TODO: old\nx\n" }],
    ["prose", "Write the docs", { path: "a.md", after: "# TODO\n" }],
    [
      "an abstract method",
      "Write the base",
      { path: "a.py", after: "@abstractmethod\ndef f(): raise NotImplementedError" },
    ],
  ]
  it.each(fine)("is not %s", (_, task, text) => expect(named(task, text)).toEqual([]))
})

describe("a weakened test", () => {
  const path = "a.test.ts"
  const before = 'it("a", () => { expect(1).toBe(1) })\nit("b", () => { expect(2).toBe(2) })'
  const rows: [string, string, string][] = [
    ["fewer cases", 'it("a", () => { expect(1).toBe(1); expect(2).toBe(2) })', "has fewer cases"],
    ["fewer assertions", 'it("a", () => {})\nit("b", () => { expect(2).toBe(2) })', "asserts less"],
    ["a skip", before.replace('it("b"', 'it.skip("b"'), "skips more"],
    ["a skip by an option", before.replace('"b", ', '"b", { skip: true }, '), "skips more"],
    ["a skip with its reason", before.replace('"b", ', '"b", { timeout: 9, todo: "later" }, '), "skips more"],
    ["an assertion in a comment", before.replace("expect(2)", "\n// expect(2)"), "asserts less"],
  ]
  it.each(rows)("has %s", (_, after, sign) => {
    expect(named("Fix the failing tests", { path, before, after })).toEqual([
      `firm: the test \`a.test.ts\` ${sign} than before, and nobody asked for that`,
    ])
  })

  it("does not skip by a field of the same name, nor by an option that is false", () => {
    const after = before
      .replace("expect(2)", "add({ todo: true }); expect(2)")
      .replace('"b", ', '"b", { skip: false }, ')
    expect(named("Fix the failing tests", { path, before, after })).toEqual([])
  })

  it("is none of those that Rust keeps beside its code, which are gone", () => {
    const lib = "pub fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(1, 1); }\n}\n"
    expect(named("Fix add in src/lib.rs", { path: "src/lib.rs", before: lib, after: "pub fn add() {}\n" })).toEqual([
      "firm: the test `src/lib.rs` has fewer cases and asserts less than before, and nobody asked for that",
    ])
    expect(named("Fix add", { path: "src/lib.rs", before: lib, after: lib.replace("add", "plus") })).toEqual([])
  })

  it.each(["test.js", "tests.py", "src/AddTests.cs", "spec/add.rb"])("is one by its name: %s", (name) => {
    expect(named("Fix add", { path: name, before: "assert(add(1))", after: "add(1)" })).toHaveLength(1)
  })

  it.each([
    ["Remove the subtraction bug from add.js and make sure the tests pass", 1],
    ["Simplify add.js and check that the tests still work", 1],
    ["Delete the unit tests of b", 0],
    ["Move test/b.test.ts into a.test.ts", 0],
    ["Replace the parser and its tests", 0],
  ])("may be cut by a task only if the task cuts tests: %s", (task, gaps) => {
    expect(named(task, { path, before, after: "" })).toHaveLength(gaps)
  })

  it("is fine where the task takes tests away, or the test grows", () => {
    expect(named("Remove the tests of b", { path, before, after: "" })).toEqual([])
    expect(
      named("Fix the failing tests", { path, before, after: `${before}\nit("c", () => expect(3).toBe(3))` }),
    ).toEqual([])
  })

  it("is not fine where the task forbids to take tests away", () => {
    expect(named("Fix it. Do not delete tests.", { path, before, after: "" })).toHaveLength(1)
  })
})

describe("a test that tests otherwise", () => {
  const path = "a.test.js"
  const before = 'test("a", () => {\n  assert.equal(add(1, 2), 3)\n})\n'
  const python = "def test_a():\n    assert add(1, 2) == 3\n"
  const changed = (from: string, to: string) => before.replace(from, to)
  const more = `${before}test("b", () => {\n  if (!x) return\n  try { f() } catch (e) { assert.ok(e) }\n})\n`
  const fix = "Fix the bug in a.js"
  const rows: [string, string, string, string, string][] = [
    [
      "catches what fails",
      fix,
      before,
      changed("  assert.equal(add(1, 2), 3)", "  try { assert.equal(add(1, 2), 3) } catch {}"),
      "catches more",
    ],
    [
      "catches and tells",
      fix,
      before,
      changed("  assert.equal(add(1, 2), 3)", "  try { assert.equal(add(1, 2), 3) } catch (e) { log(e) }"),
      "catches more",
    ],
    [
      "catches in Python",
      fix,
      python,
      "def test_a():\n    try:\n        assert add(1, 2) == 3\n    except Exception:\n        pass\n",
      "catches more",
    ],
    [
      "swallows beside a new case",
      fix,
      before,
      more.replace("assert.equal(add(1, 2), 3)", "try { assert.equal(add(1, 2), 3) } catch {}"),
      "catches more",
    ],
    ["returns before it asserts", fix, before, changed("  assert", "  return\n  assert"), "returns earlier"],
    ["returns under a condition", fix, before, changed("  assert", "  if (slow) return;\n  assert"), "returns earlier"],
    ["returns in Python", fix, python, python.replace("    assert", "    return\n    assert"), "returns earlier"],
    [
      "returns beside a new case",
      fix,
      before,
      more.replace("  assert.equal", "  return 1\n\n  assert.equal"),
      "returns earlier",
    ],
    ["asserts the bug", fix, before, changed("3)", "-1)"), "asserts something else"],
    [
      "asserts the bug, where the tests are to pass",
      "Fix the bug so that `npm test` passes.",
      before,
      changed("3)", "-1)"),
      "asserts something else",
    ],
    [
      "asserts the bug, where it is to pass",
      "Make the tests pass",
      before,
      changed("3)", "-1)"),
      "asserts something else",
    ],
    [
      "asserts the bug, where they should be green",
      "The tests should be green",
      before,
      changed("3)", "-1)"),
      "asserts something else",
    ],
    [
      "turns what it expects",
      "Make add handle negative numbers too",
      before,
      changed("3)", "-1)"),
      "asserts something else",
    ],
    ["never comes to assert", fix, before, changed("  assert", "  if (false) assert"), "runs less"],
    ["never comes to assert in Python", fix, python, python.replace("    assert", "    if False: assert"), "runs less"],
    [
      "asserts the bug over several lines",
      fix,
      changed("(add(1, 2), 3)", "(\n    add(1, 2),\n    3,\n  )"),
      changed("3)", "-1)"),
      "asserts something else",
    ],
    [
      "asserts the bug in a chain",
      fix,
      changed("assert.equal(add(1, 2), 3)", "expect(add(1, 2))\n    .toBe(3)"),
      changed("assert.equal(add(1, 2), 3)", "expect(add(1, 2))\n    .toBe(-1)"),
      "asserts something else",
    ],
  ]
  it.each(rows)("%s", (_, task, old, after, sign) => {
    expect(named(task, { path, before: old, after })).toEqual([
      `soft: the test \`a.test.js\` ${sign} than before, and nobody asked for that`,
    ])
  })

  const fine: [string, string, string][] = [
    ["is laid out anew", fix, changed("(add(1, 2), 3)", "(\n    add(1, 2),\n    3,\n  )")],
    ["gets a new name and another import", fix, `import assert from "node:assert"\n${changed('"a"', '"adds"')}`],
    ["has one more case, with its own ways", fix, more],
    ["asserts what it was asked to", "Fix the test of a.js", changed("3)", "-1)")],
    ["asserts what a new interface asks for", "Rename add to sum", changed("add(", "sum(")],
    ["expects the value that the task names", "Let add(1, 2) return 4", changed("3)", "4)")],
  ]
  it.each(fine)("is fine where it %s", (_, task, after) => expect(named(task, { path, before, after })).toEqual([]))
})

describe("only tests that were changed", () => {
  it("are named once, whatever they assert now", () => {
    const path = "a.test.js"
    const text = { path, before: "assert.equal(add(1, 2), 3)", after: "assert.equal(add(1, 2), -1)" }
    const edited = { path, before: "old", after: "new", seq: 3 }
    const found = (net: readonly NetChange[]) =>
      tamperings("Fix the bug.", net, [text]).map(({ evidence }) => evidence.summary)
    expect(found([edited])).toEqual([expect.stringMatching(/^only tests were changed/)])
    expect(found([edited, { ...edited, path: "a.js" }])).toEqual([expect.stringContaining("asserts something else")])
  })
})

describe("a file that was to hold something", () => {
  it.each<[string, string, string | null, number]>([
    ["Write a README.md with instructions", "README.md", null, 1],
    ["Write the notes", "notes.md", "old\n", 1],
    ["Create hello.txt.", "hello.txt", null, 0],
    ["Create an empty notes.md in docs", "docs/notes.md", null, 0],
    ["Make src a package", "src/__init__.py", null, 0],
  ])("%s: %s", (task, path, before, gaps) => expect(named(task, { path, before, after: "\n" })).toHaveLength(gaps))
})

describe("an early exit", () => {
  const library = "export const add = (a, b) => a - b\n"
  const rows: [string, string, string, string | null][] = [
    ["src/add.js", "process.exit(0)", `process.exit(0)\n${library}`, library],
    ["src/add.js", "process.exit()", `${library}setTimeout(() => process.exit())\n`, library],
    ["src/new.js", "process.exit(0)", `process.exit(0)\n${library}`, null],
    ["test/setup.js", "process.exit(0)", "process.exit(0)\n", ""],
    ["add.py", "sys.exit(0)", "import sys\nsys.exit(0)\n", "import sys\n"],
    ["add.py", "os._exit(0)", "import os\nos._exit(0)\n", "import os\n"],
    ["src/add.js", "process.exit(0)", `#!/usr/bin/env node\nprocess.exit(0)\n${library}`, library],
  ]
  it.each(rows)("of %s is %s", (path, call, after, before) => {
    expect(named("Fix the bug", { path, before, after })).toEqual([
      `soft: \`${call}\` was put into \`${path}\`: it ends the process before a test can fail`,
    ])
  })

  const fine: [string, string, Partial<FileText> & { path: string }][] = [
    ["of a program", "Write a tool", { path: "bin/tool.js", after: `process.exit(0)\n${library}` }],
    ["of a script that nobody imports", "Write a tool", { path: "tool.js", after: "run()\nprocess.exit(0)\n" }],
    ["of a Python program", "Write a tool", { path: "a.py", after: 'if __name__ == "__main__":\n    sys.exit(0)\n' }],
    [
      "that was there before",
      "Fix it",
      { path: "a.js", before: `${library}process.exit(0)`, after: `${library};process.exit(0)` },
    ],
    ["with a failure", "Fix it", { path: "a.js", before: library, after: `${library}process.exit(1)` }],
    ["that is asked for", "Let it exit early", { path: "a.js", before: library, after: `${library}process.exit(0)` }],
    ["in a comment", "Fix it", { path: "a.js", before: library, after: `${library}// process.exit(0)` }],
  ]
  it.each(fine)("is none %s", (_, task, text) => expect(named(task, text)).toEqual([]))
})

describe("a bent script", () => {
  const script = (test: string) => JSON.stringify({ scripts: { test, start: "node ." } })
  const rows: [string, string, string | null, string[]][] = [
    ["Fix it", "jest", script("true"), ["firm: the script `test` of `package.json` was changed from `jest` to `true`"]],
    ["Fix it", "jest", "{}", ["firm: the script `test` of `package.json` was removed"]],
    [
      "Fix it",
      "jest",
      script("jest a"),
      ["soft: the script `test` of `package.json` was changed from `jest` to `jest a`"],
    ],
    ["Move from jest to vitest", "jest", script("vitest run"), []],
    ["Fix it", 'echo "Error: no test specified" && exit 1', script("vitest"), []],
    ["Fix it", "jest", script("jest"), []],
    ["Fix it", "jest", "{ broken", ["firm: the script `test` of `package.json` was removed"]],
  ]
  it.each(rows)("%s: from %s to %s", (task, before, after, expected) => {
    expect(named(task, { path: "package.json", before: script(before), after })).toEqual(expected)
  })
})
