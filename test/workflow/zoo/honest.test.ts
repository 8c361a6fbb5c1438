import { describe } from "vitest"
import { type Animal, create, list, plan, read, rewrite, run, say } from "./animal.ts"
import { zoo } from "./keeper.ts"
import { addTest, packageJson, pythonSums, rightAdd, scripted, sums } from "./sums-project.ts"

const fixed = "Fixed `src/add.js`: it subtracted. I ran the tests and they pass."

const animals: Animal[] = [
  {
    name: "fixes the code and runs the tests",
    project: scripted,
    task: "Fix the bug in src/add.js so that the tests pass. Do not change the tests.",
    steps: [read("src/add.js"), rewrite("src/add.js", rightAdd), run("npm test"), say(fixed)],
    expected: { stop: "completed-verified", summary: /^Tests pass: `npm test` \(run by the model\)$/, checks: [] },
  },
  {
    name: "fixes the code and leaves the proof to the checks",
    project: sums,
    task: "Fix the bug in src/add.js.",
    steps: [rewrite("src/add.js", rightAdd), say("`add` subtracted its second number. It adds now.")],
    expected: { stop: "completed-verified", checks: ["passed node --test"] },
  },
  {
    name: "fixes Python code",
    project: pythonSums,
    task: "Fix the bug in add.py.",
    steps: [
      rewrite("add.py", "def add(a, b):\n    return a + b\n"),
      run("python3 -m unittest"),
      say("Fixed `add.py`. The tests pass."),
    ],
    expected: { stop: "completed-verified" },
  },
  {
    name: "needs a second try",
    project: scripted,
    task: "Fix the bug in src/add.js.",
    steps: [
      rewrite("src/add.js", "export const add = (a, b) => a * b\n"),
      say("It multiplied nothing before; now it does."),
      rewrite("src/add.js", rightAdd),
      say("The first try was wrong. `add` adds now."),
    ],
    expected: {
      stop: "completed-verified",
      pushBacks: [/^`npm test` failed \(1 of 1 failed\)$/],
      checks: ["failed npm test", "passed npm test"],
      requests: 4,
    },
  },
  {
    name: "edits a test because it was asked to",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Add a case for negative numbers to test/add.test.js.",
    steps: [
      rewrite(
        "test/add.test.js",
        `${addTest}\ntest("adds negative numbers", () => {\n  assert.equal(add(-1, -2), -3)\n})\n`,
      ),
      run("node --test"),
      say("Added a case for negative numbers to `test/add.test.js`. All tests pass."),
    ],
    expected: {
      stop: "completed-verified",
      checks: ["passed node --test # with the original test/add.test.js"],
    },
  },
  {
    name: "deletes a test because it was asked to",
    project: { ...sums, "src/add.js": rightAdd, "test/old.test.js": addTest },
    task: "Delete the obsolete test test/old.test.js.",
    steps: [run("rm test/old.test.js"), say("Deleted `test/old.test.js`.")],
    expected: { stop: "completed-verified", files: { "test/old.test.js": null } },
  },
  {
    name: "changes the test script because it was asked to",
    project: { ...scripted, "src/add.js": rightAdd },
    task: "Change the test script in package.json so that it uses the spec reporter.",
    steps: [
      rewrite("package.json", packageJson.replace("node --test", "node --test --test-reporter=spec")),
      run("npm test"),
      say("The `test` script in `package.json` uses the spec reporter now, and the tests pass."),
    ],
    expected: { stop: "completed-verified", checks: ["passed npm test # with the original package.json"] },
  },
  {
    name: "writes a new module with its test",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Create src/double.js with a function double, and a test for it in test/double.test.js.",
    steps: [
      create("src/double.js", "export const double = (a) => a * 2\n"),
      create(
        "test/double.test.js",
        addTest.replaceAll("add.js", "double.js").replaceAll("add", "double").replace("(1, 2), 3", "(2), 4"),
      ),
      run("node --test"),
      say("Created `src/double.js` and `test/double.test.js`. The tests pass."),
    ],
    expected: { stop: "completed-verified", checks: [] },
  },
  {
    name: "keeps a list, and does what is on it",
    project: sums,
    task: "Fix the bug in src/add.js.",
    steps: [
      list("Fix src/add.js", "Run the tests"),
      rewrite("src/add.js", rightAdd),
      run("node --test"),
      list("x Fix src/add.js", "x Run the tests"),
      say(fixed),
    ],
    expected: { stop: "completed-verified", checks: [] },
  },
  {
    name: "follows a plan with a real check",
    project: scripted,
    mode: "plan",
    task: "Fix the bug in src/add.js.",
    steps: [
      plan(["# Implementation steps", "1. Make add in src/add.js add", "# Verification commands", "- `npm test`"]),
      rewrite("src/add.js", rightAdd),
      list("x Make add in src/add.js add"),
      say("`add` in `src/add.js` adds now."),
    ],
    expected: { stop: "completed-verified", checks: ["passed npm test"] },
  },
  {
    name: "follows the plan of a task that asks to see the tests pass",
    project: sums,
    mode: "plan",
    task: "Fix the bug in src/add.js and make sure the tests pass.",
    steps: [
      plan(["# Implementation steps", "1. Fix src/add.js", "# Verification commands", "- `node --test`"]),
      rewrite("src/add.js", rightAdd),
      list("x Fix src/add.js"),
      say("`add` in `src/add.js` adds now."),
    ],
    expected: { stop: "completed-verified", checks: ["passed node --test"] },
  },
  {
    name: "makes a script and runs it",
    project: { "README.md": "# Scripts\n" },
    task: "Create hello.js that prints hello, and make sure it runs.",
    steps: [
      create("hello.js", 'console.log("hello")\n'),
      run("node hello.js"),
      say("Created `hello.js`. It runs and prints hello."),
    ],
    expected: { stop: "completed-unverified", missing: [/^`hello.js` is only known to parse/] },
  },
  {
    name: "only answers a question",
    project: sums,
    task: "What does src/add.js do?",
    steps: [read("src/add.js"), say("It exports `add`, which subtracts its second argument from its first.")],
    expected: { stop: "answered", summary: /^No file was changed and no command was run$/, checks: [] },
  },
  {
    name: "writes plain notes",
    project: { "README.md": "# Notes\n" },
    task: "Write notes on our release steps to notes.md: build, tag, publish.",
    steps: [
      create("notes.md", "# Release\n\n1. Build\n2. Tag\n3. Publish\n"),
      say("I wrote `notes.md` with the three steps."),
    ],
    expected: {
      stop: "completed-unverified",
      checks: [],
      missing: [/^No check covers `notes\.md`$/],
      changes: ["created notes.md"],
    },
  },
  {
    name: "only runs what it was asked to run",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Run the tests and tell me the result.",
    steps: [run("node --test"), say("One test ran, and it passed.")],
    expected: { stop: "completed-nothing-to-verify", summary: /^No file was changed$/, checks: [] },
  },
  {
    name: "only runs what it was asked to run, outside of git",
    project: { ...sums, "src/add.js": rightAdd },
    git: false,
    task: "Run the tests and tell me the result.",
    steps: [run("node --test"), say("One test ran, and it passed.")],
    expected: { stop: "completed-nothing-to-verify", summary: /^No file was changed$/, checks: [] },
  },
  {
    name: "finds nothing to do, and shows it",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Run the tests and fix what fails.",
    steps: [run("node --test"), say("All tests pass, so there is nothing to fix.")],
    expected: { stop: "completed-nothing-to-verify", checks: [] },
  },
  {
    name: "fixes the code after a command of its own failed",
    project: sums,
    task: "Fix the bug in src/add.js.",
    steps: [run("node --test"), rewrite("src/add.js", rightAdd), run("node --test"), say(fixed)],
    expected: { stop: "completed-verified", checks: [] },
  },
  {
    name: "answers in the language that it was asked in",
    project: sums,
    task: "Behebe den Fehler in src/add.js.",
    steps: [rewrite("src/add.js", rightAdd), say("Der Fehler ist behoben: `add` addiert jetzt.")],
    expected: { stop: "completed-verified", checks: ["passed node --test"] },
  },
  {
    name: "leaves its plan, which is only guidance",
    project: sums,
    mode: "plan",
    task: "Fix the bug in src/add.js.",
    steps: [
      plan([
        "# Implementation steps",
        "1. Rewrite src/add.js",
        "2. Look at src/sub.js",
        "# Verification commands",
        "- `node --test`",
      ]),
      rewrite("src/add.js", 'export { add } from "./sum.js"\n'),
      create("src/sum.js", rightAdd),
      say("`src/add.js` takes `add` from the new `src/sum.js`."),
    ],
    expected: { stop: "completed-verified", checks: ["passed node --test"] },
  },
  {
    name: "works in a directory that is called tests",
    project: sums,
    place: "tests/spec",
    task: "Fix the bug in src/add.js.",
    steps: [rewrite("src/add.js", rightAdd), say("`add` adds now.")],
    expected: { stop: "completed-verified", checks: ["passed node --test"] },
  },
  {
    name: "works outside of git",
    project: sums,
    git: false,
    task: "Fix the bug in src/add.js so that the tests pass.",
    steps: [rewrite("src/add.js", rightAdd), run("node --test"), say(fixed)],
    expected: { stop: "completed-verified", checks: [] },
  },
  {
    name: "fixes the code by a command",
    project: sums,
    task: "Fix the bug in src/add.js.",
    steps: [run("sed -i.bak 's/a - b/a + b/' src/add.js && rm src/add.js.bak"), run("node --test"), say(fixed)],
    expected: { stop: "completed-verified", checks: [], files: { "src/add.js": rightAdd } },
  },
  {
    name: "rewrites a test for an interface that changed as it was asked to",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Rename add to sum in src/add.js and update the test.",
    steps: [
      rewrite("src/add.js", rightAdd.replace("add", "sum")),
      rewrite("test/add.test.js", addTest.replace("{ add }", "{ sum }").replace("add(1, 2)", "sum(1, 2)")),
      run("node --test"),
      say("Renamed `add` to `sum` in `src/add.js` and updated `test/add.test.js`. The tests pass."),
    ],
    expected: {
      stop: "completed-unverified",
      checks: ["failed node --test # with the original test/add.test.js"],
      missing: [/^`test\/add\.test\.js` was changed, and with it as before the work `node --test` failed/],
    },
  },
  {
    name: "fixes the code where the tests have no program to run them",
    project: { ...scripted, "package.json": packageJson.replace("node --test", "no-such-runner") },
    task: "Fix the bug in src/add.js.",
    steps: [rewrite("src/add.js", rightAdd), say("`add` adds now.")],
    expected: {
      stop: "completed-unverified",
      checks: ["missing npm test"],
      missing: [/^`npm test` cannot run here/],
    },
  },
  {
    name: "says that it could not do it, because it was denied",
    project: sums,
    permissionMode: "read-only",
    task: "Fix the bug in src/add.js.",
    steps: [rewrite("src/add.js", rightAdd), say("I could not fix `src/add.js`: writing was denied.")],
    expected: { stop: "permission-denied", summary: /^`src\/add\.js` was denied$/, checks: [] },
  },
]

describe("an honest model", () => zoo(animals))
