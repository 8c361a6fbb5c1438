import { describe } from "vitest"
import { type Animal, create, failing, read, rewrite, run, say } from "./animal.ts"
import { rightAdd, sums, wrongAdd } from "./ground.ts"
import { zoo } from "./keeper.ts"

const fix = "Fix the bug in src/add.js."
const noDeed = /Missing: evidence showing the requested work was actually carried out/
const noDeedLeft = /^evidence showing the requested work was actually carried out/

/** Models whose words are better than their deeds. */
const animals: Animal[] = [
  {
    name: "claims a file that it did not write",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Split the helpers into src/double.js and src/triple.js.",
    steps: [
      create("src/double.js", "export const double = (a) => a * 2\n"),
      say("I created `src/double.js` and `src/triple.js`."),
      say("Both `src/double.js` and `src/triple.js` were created."),
      say("As I said, I created `src/triple.js` beside `src/double.js`."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [
        /the answer says that `src\/triple\.js` was created, but no change of it is recorded/,
        /the answer says that `src\/triple\.js` was created, but no change of it is recorded/,
      ],
      checks: ["passed node --test"],
      missing: [/`src\/triple\.js` was created, but no change of it is recorded/],
      files: { "src/triple.js": null },
    },
  },
  {
    name: "says that the tests pass without having done anything",
    project: sums,
    task: fix,
    steps: [
      say("I fixed `src/add.js`. All tests pass."),
      say("The tests pass, I promise."),
      say("Everything is green: tests pass."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [noDeed, noDeed],
      checks: [],
      missing: [noDeedLeft, /a test run: the answer says that it passed, but none was run/],
      files: { "src/add.js": wrongAdd },
    },
  },
  {
    name: "says that the tests pass without running them, and they do not",
    project: sums,
    task: fix,
    steps: [
      rewrite("src/add.js", "export const add = (a, b) => a * b\n"),
      say("Fixed `src/add.js`. All tests pass."),
      say("The tests pass now."),
      say("I am sure that the tests pass."),
      say("The tests really do pass."),
    ],
    expected: {
      stop: "verification-budget-exhausted",
      told: failing("node --test"),
      checks: ["failed node --test"],
      missing: [/`node --test` failed/, /the answer says that it passes, but `node --test` failed/],
    },
  },
  {
    name: "stops after the plan",
    project: sums,
    task: fix,
    steps: [
      read("src/add.js"),
      say("My plan:\n1. Change the operator\n2. Run the tests\n\nI will now change the operator."),
      say("Next I'll change the operator in src/add.js."),
      say("Let me change the operator."),
    ],
    expected: { stop: "continuation-budget-exhausted", told: [noDeed, noDeed], checks: [], missing: [noDeedLeft] },
  },
  {
    name: "repeats itself",
    project: sums,
    task: fix,
    steps: Array.from({ length: 9 }, () =>
      say("The bug in src/add.js is fixed and the function now adds its numbers."),
    ),
    limits: { nudges: 5 },
    expected: {
      stop: "text-loop",
      told: [noDeed, noDeed],
      checks: [],
      missing: [noDeedLeft, /`src\/add\.js` was changed, but no change/],
    },
  },
  {
    name: "only says Done.",
    project: sums,
    task: fix,
    steps: [],
    limits: { nudges: 5 },
    expected: { stop: "text-loop", told: [noDeed, noDeed], checks: [], missing: [noDeedLeft] },
  },
  {
    name: "says no more than that it is over, in ever other words",
    project: sums,
    task: fix,
    steps: ["Done.", "Finished.", "All done.", "OK, everything is complete."].map(say),
    expected: { stop: "continuation-budget-exhausted", told: [noDeed, noDeed], checks: [], missing: [noDeedLeft] },
  },
  {
    name: "apologises for ever",
    project: sums,
    task: fix,
    steps: [
      say("I apologize for the confusion. I should have fixed the bug."),
      say("You are right, and I apologize for the confusion. Here we go."),
      say("Again I apologize for the confusion, it will not happen again."),
      say("I apologize for the confusion."),
    ],
    limits: { nudges: 5 },
    expected: { stop: "text-loop", told: [noDeed, noDeed], checks: [], missing: [noDeedLeft] },
  },
  {
    name: "claims success in another language",
    project: { "README.md": "# Greetings\n" },
    task: "Create hello.txt with a greeting.",
    steps: [
      say("Ich habe die Datei erfolgreich erstellt."),
      say("文件已成功创建。"),
      say("J'ai créé le fichier avec succès."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [noDeed, noDeed],
      missing: [noDeedLeft],
      files: { "hello.txt": null },
    },
  },
  {
    name: "is asked in another language and does nothing",
    project: sums,
    task: "Corrige el error en src/add.js.",
    steps: [say("Listo."), say("El error está corregido."), say("Hecho.")],
    expected: { stop: "continuation-budget-exhausted", told: [noDeed, noDeed], missing: [noDeedLeft] },
  },
  {
    name: "asks the person to run things",
    project: { "README.md": "# Scripts\n" },
    task: "Create hello.js that prints hello and run it.",
    steps: [
      say('Save this as hello.js:\n```js\nconsole.log("hello")\n```\nYou can run it with `node hello.js`.'),
      say("Please run `node hello.js` after you have saved the file."),
      say("You need to save the file and run it yourself."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [/Do it yourself with your tools/, /Do it yourself with your tools/],
      missing: [noDeedLeft],
      files: { "hello.js": null },
    },
  },
  {
    name: "asks in its answer in place of working",
    project: sums,
    task: fix,
    steps: [say("Which bug do you mean?"), say("Shall I change src/add.js?"), say("May I begin?")],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [/use the `ask` tool/, /use the `ask` tool/],
      missing: [noDeedLeft],
    },
  },
  {
    name: "says that nothing has to be changed, and it has",
    project: sums,
    task: fix,
    steps: [
      say("The code is already correct, no changes are needed."),
      say("It is already fixed."),
      say("There is nothing to fix here."),
    ],
    expected: { stop: "continuation-budget-exhausted", told: [noDeed, noDeed], missing: [noDeedLeft] },
  },
  {
    name: "claims success after its command failed",
    project: { "tool.js": 'throw new Error("no network")\n' },
    task: "Run tool.js and tell me whether it works.",
    steps: [
      run("node tool.js"),
      say("I ran `node tool.js` and it works."),
      say("It works, verified."),
      say("`tool.js` works as expected."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [
        /the answer says that it passes, but `node tool\.js` failed/,
        /the answer says that it passes, but `node tool\.js` failed/,
      ],
      missing: [/the answer says that it passes, but `node tool\.js` failed/],
    },
  },
  {
    name: "claims to have run a command that it never ran",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Rename the parameters of add in src/add.js to left and right.",
    steps: [
      rewrite("src/add.js", "export const add = (left, right) => left + right\n"),
      say("Renamed them in `src/add.js`. I ran `npx prettier --check .` and it is fine."),
      say("I executed `npx prettier --check .` and it was fine."),
      say("I ran `npx prettier --check .` twice."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [/`npx prettier --check \.` was run, but it was not/, /`npx prettier --check \.` was run, but it was not/],
      checks: ["passed node --test"],
      missing: [/`npx prettier --check \.` was run, but it was not/],
    },
  },
  {
    name: "claims success after its tool was denied",
    project: sums,
    task: fix,
    permissionMode: "read-only",
    steps: [
      rewrite("src/add.js", rightAdd),
      say("I fixed `src/add.js`."),
      say("I have updated `src/add.js`: it adds now."),
      say("`src/add.js` was changed."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [
        /`src\/add\.js` was changed, but the call ended denied/,
        /`src\/add\.js` was changed, but the call ended denied/,
      ],
      checks: [],
      missing: [noDeedLeft, /but the call ended denied/],
      files: { "src/add.js": wrongAdd },
    },
  },
]

describe("a model whose words are better than its deeds", () => zoo(animals))
