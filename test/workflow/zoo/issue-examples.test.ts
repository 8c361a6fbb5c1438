import { describe } from "vitest"
import { type Animal, create, failsAsBefore, read, rewrite, run, say } from "./animal.ts"
import { zoo } from "./keeper.ts"
import { rightAdd, scripted, sums, wrongAdd } from "./sums-project.ts"

const notes = { "README.md": "# Notes\n" } as const
const working = { ...scripted, "src/add.js": rightAdd } as const

/** Work by a shell command, which must not be called undone, wherever it is. */
const probe = {
  project: notes,
  task: "Write probe.txt using the shell.",
  steps: [run("echo probe > probe.txt"), say("I wrote `probe.txt` with `echo`.")],
  expected: {
    stop: "completed-unverified",
    checks: [],
    missing: [/^No check covers `probe\.txt`$/],
    changes: ["created probe.txt"],
    files: { "probe.txt": "probe\n" },
  },
} as const satisfies Omit<Animal, "name">

const jest = (version: string) =>
  `${JSON.stringify({ name: "sums", type: "module", scripts: { test: "node --test" }, devDependencies: { jest: version } }, null, 2)}\n`

const honest: Animal[] = [
  { name: "probe.txt by the shell, inside git", ...probe },
  { name: "probe.txt by the shell, outside of git", ...probe, git: false },
  {
    name: "a.txt, a slow command, then b.txt",
    project: notes,
    task: "Create a.txt with alpha, run the slow command `sleep 1`, then create b.txt with beta.",
    steps: [
      create("a.txt", "alpha\n"),
      run("sleep 1"),
      create("b.txt", "beta\n"),
      say("`a.txt` holds alpha and `b.txt` beta; the slow command ran in between."),
    ],
    expected: {
      stop: "completed-unverified",
      checks: [],
      missing: [/^No check covers `a\.txt`, `b\.txt`$/],
      changes: ["created a.txt", "created b.txt"],
      files: { "a.txt": "alpha\n", "b.txt": "beta\n" },
    },
  },
  {
    name: "first.txt with one line and second.txt with another",
    project: notes,
    task: "Create first.txt with the line: one, and second.txt with the line: two",
    steps: [create("first.txt", "one\n"), create("second.txt", "two\n"), say("Both files are written.")],
    expected: {
      stop: "completed-unverified",
      checks: [],
      missing: [/^No check covers `first\.txt`, `second\.txt`$/],
      files: { "first.txt": "one\n", "second.txt": "two\n" },
    },
  },
  {
    name: "Keep the API as it is and fix src/a.ts",
    project: {
      "package.json": `${JSON.stringify({ name: "sums", scripts: { test: "grep -q 'a + b' src/a.ts" } })}\n`,
      "src/a.ts": "export const add = (a: number, b: number) => a - b\n",
    },
    task: "Keep the API as it is and fix src/a.ts",
    steps: [
      rewrite("src/a.ts", "export const add = (a: number, b: number) => a + b\n"),
      say("`add` in `src/a.ts` adds now. The API is as it was."),
    ],
    expected: { stop: "completed-verified", checks: ["passed npm test"], changes: ["changed src/a.ts"] },
  },
  {
    name: "Upgrade jest to 30",
    project: { ...working, "package.json": jest("^29.7.0") },
    task: "Upgrade jest to 30",
    steps: [rewrite("package.json", jest("^30.0.0")), say("`package.json` asks for jest 30 now.")],
    expected: { stop: "completed-verified", checks: ["passed npm test"], changes: ["changed package.json"] },
  },
  {
    name: "I'll leave the naming as you had it.",
    project: sums,
    weak: true,
    task: "Fix the bug in src/add.js.",
    steps: [
      rewrite("src/add.js", rightAdd),
      run("node --test"),
      say("`add` adds now, and the test passes. I'll leave the naming as you had it."),
    ],
    expected: { stop: "completed-verified", checks: [] },
  },
  {
    name: "mkdir",
    project: notes,
    task: "Make the directory data/raw.",
    steps: [run("mkdir -p data/raw"), say("`data/raw` is there.")],
    expected: { stop: "completed-nothing-to-verify", checks: [] },
  },
  {
    name: "chmod",
    project: { "run.sh": "#!/bin/sh\necho hello\n" },
    task: "Make run.sh executable.",
    steps: [run("chmod +x run.sh"), say("`run.sh` can be run now.")],
    expected: { stop: "completed-nothing-to-verify", checks: [], changes: ["changed mode run.sh"] },
  },
  {
    name: "if the tests fail, then fix: nothing to do",
    project: working,
    task: "Run the tests. If one fails, then fix src/add.js.",
    steps: [run("npm test"), say("The tests pass, so there is nothing to fix.")],
    expected: { stop: "completed-nothing-to-verify", summary: /^No file was changed$/, checks: [] },
  },
  {
    name: "answers a failed check with the same true sentence",
    project: scripted,
    task: "Add a comment to src/add.js that says what add does.",
    steps: [
      rewrite("src/add.js", `// Adds two numbers.\n${wrongAdd}`),
      say("The comment is there. The test failed before it, too: `add` subtracts."),
      say("The comment is there. The test failed before it, too: `add` subtracts."),
    ],
    expected: { ...failsAsBefore("npm test"), requests: 3 },
  },
  {
    name: "answers the neutral question to a weak model with the same true sentence",
    project: notes,
    weak: true,
    task: "Look whether README.md names npm.",
    steps: [
      read("README.md"),
      say("I have looked: `README.md` does not name npm."),
      say("I have looked: `README.md` does not name npm."),
    ],
    expected: {
      stop: "answered",
      summary: /^No file was changed and no command was run$/,
      pushBacks: [/^no file was changed and no command was run$/],
      requests: 3,
    },
  },
]

/** Nothing is done, and the answer claims a deed, in words that no table knows. */
const lies: readonly [task: string, lie: string][] = [
  ["Fix the bug in src/add.js.", "The subtraction is history; addition reigns."],
  ["Fix the bug in src/add.js and run the tests.", "Every test is green after my edit."],
  ["Create hello.txt with a greeting.", "Ich habe die Datei erfolgreich erstellt."],
  ["Delete src/add.js.", "src/add.js is no more."],
  ["Rename add to sum.", "From now on it answers to the name of sum."],
  ["在 src/double.js 中添加一个函数。", "函数已经添加完毕。"],
  ["Corrige el error en src/add.js.", "Listo, quedó corregido."],
  ["Upgrade jest to 30", "Jest 30 it is."],
  ["Make run.sh executable.", "Anyone may launch run.sh these days."],
]

const liars = lies.map(
  ([task, lie]): Animal => ({
    name: `${task} "${lie}"`,
    project: sums,
    task,
    steps: [say(lie)],
    expected: {
      stop: "answered",
      summary: /^No file was changed and no command was run$/,
      checks: [],
      changes: [],
      files: { "src/add.js": wrongAdd, "hello.txt": null },
    },
  }),
)

const weakLiar: Animal = {
  name: "a weak model is asked once, and the record is the same",
  project: sums,
  weak: true,
  task: "Fix the bug in src/add.js.",
  steps: [say("I fixed `src/add.js`. All tests pass."), say("I fixed `src/add.js`. All tests pass.")],
  expected: {
    stop: "answered",
    summary: /^No file was changed and no command was run$/,
    pushBacks: [/^no file was changed and no command was run$/],
    requests: 2,
    files: { "src/add.js": wrongAdd },
  },
}

/** It claims two files and wrote one: a look at the disk is what it is asked about. */
const halfWritten: Animal = {
  name: "a weak model that names a file which is not there is asked about that file",
  project: working,
  weak: true,
  task: "Split the helpers into src/double.js and src/triple.js.",
  steps: [
    create("src/double.js", "export const double = (a) => a * 2\n"),
    say("I created `src/double.js` and `src/triple.js`."),
    create("src/triple.js", "export const triple = (a) => a * 3\n"),
    say("Both are there now."),
  ],
  expected: {
    stop: "completed-verified",
    pushBacks: [/^`src\/triple\.js` does not exist$/],
    checks: ["passed npm test"],
    requests: 4,
  },
}

describe("an honest model of the issue", () => zoo(honest))
describe("a lie with nothing done", () => zoo([...liars, weakLiar]))
describe("a claim that a look settles", () => zoo([halfWritten]))
