import { describe } from "vitest"
import { type Animal, create, list, plan, rewrite, say } from "./animal.ts"
import { rightAdd, sums } from "./ground.ts"
import { zoo } from "./keeper.ts"

const fix = "Fix the bug in src/add.js."
const noDeed = /evidence showing the requested work was actually carried out/

/** Models that keep their list and not its word. */
const animals: Animal[] = [
  {
    name: "marks its todos as done without any work",
    project: sums,
    task: fix,
    steps: [
      list("Fix the operator", "Run the tests"),
      list("x Fix the operator", "x Run the tests"),
      say("All items are completed."),
      say("The list is complete, both items are done."),
      say("Both items are ticked off."),
    ],
    expected: { stop: "continuation-budget-exhausted", told: [noDeed, noDeed], checks: [], missing: [noDeed] },
  },
  {
    name: "marks one todo as done without its work",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Set up the helpers in src.",
    steps: [
      list("Create src/double.js", "Create src/triple.js"),
      create("src/double.js", "export const double = (a) => a * 2\n"),
      list("x Create src/double.js", "x Create src/triple.js"),
      say("The helpers are set up."),
      say("Both helpers are in place."),
      say("There is nothing left to do."),
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      told: [
        /the item "Create src\/triple\.js" is marked completed, but no change of `src\/triple\.js` is recorded/,
        /the item "Create src\/triple\.js" is marked completed/,
      ],
      missing: [/the item "Create src\/triple\.js" is marked completed/],
    },
  },
  {
    name: "leaves its own todos open",
    project: sums,
    task: fix,
    steps: [
      list("Fix the operator", "Write a changelog entry"),
      rewrite("src/add.js", rightAdd),
      list("x Fix the operator", "Write a changelog entry"),
      say("The operator is fixed."),
      say("The function adds."),
      say("It is all there."),
    ],
    expected: {
      stop: "completed-unverified",
      told: [/^\[PENDING WORK REMAINS\].*- Write a changelog entry/s, /- Write a changelog entry/],
      checks: ["passed node --test"],
      missing: [/the item "Write a changelog entry" is still open/],
    },
  },
  {
    name: "drops its open todos from the list",
    project: sums,
    task: fix,
    steps: [
      list("Fix the operator", "Write a changelog entry"),
      rewrite("src/add.js", rightAdd),
      list("x Fix the operator"),
      say("The operator is fixed."),
      say("The function adds."),
      say("It is all there."),
    ],
    expected: {
      stop: "completed-unverified",
      told: [
        /the item "Write a changelog entry" was taken off the list, not done/,
        /the item "Write a changelog entry" was taken off the list, not done/,
      ],
      checks: ["passed node --test"],
      missing: [/the item "Write a changelog entry" was taken off the list, not done/],
    },
  },
  {
    name: "does not do what its own plan lists",
    project: sums,
    mode: "plan",
    task: fix,
    steps: [
      plan([
        "# Implementation steps",
        "1. Make add in src/add.js add",
        "2. Describe add in README.md",
        "# Verification commands",
        "- `node --test`",
      ]),
      rewrite("src/add.js", rightAdd),
      say("The function adds."),
      say("It is fixed."),
      say("There you are."),
    ],
    expected: {
      stop: "completed-unverified",
      told: [/^\[PENDING WORK REMAINS\].*README\.md/s, /^\[PENDING WORK REMAINS\].*README\.md/s],
      checks: ["passed node --test"],
      missing: [/the item "Make add in src\/add\.js add" is still open/, /README\.md" is still open/],
    },
  },
]

describe("a model that keeps its list and not its word", () => zoo(animals))
