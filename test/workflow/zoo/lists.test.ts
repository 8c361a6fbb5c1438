import { describe } from "vitest"
import { type Animal, create, list, plan, rewrite, say } from "./animal.ts"
import { zoo } from "./keeper.ts"
import { rightAdd, sums } from "./sums-project.ts"

const fix = "Fix the bug in src/add.js."

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
    ],
    expected: {
      stop: "answered",
      summary: /^No file was changed and no command was run$/,
      checks: [],
      changes: [],
    },
  },
  {
    name: "marks one todo as done without its work, which the record shows",
    project: { ...sums, "src/add.js": rightAdd },
    task: "Set up the helpers in src.",
    steps: [
      list("Create src/double.js", "Create src/triple.js"),
      create("src/double.js", "export const double = (a) => a * 2\n"),
      list("x Create src/double.js", "x Create src/triple.js"),
      say("The helpers are set up."),
    ],
    expected: {
      stop: "completed-verified",
      checks: ["passed node --test"],
      changes: ["created src/double.js"],
      files: { "src/triple.js": null },
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
    ],
    expected: {
      stop: "continuation-budget-exhausted",
      summary: /^1 item of its own list is open: Write a changelog entry$/,
      pushBacks: [/^1 item of its list is open$/],
      requests: 5,
    },
  },
  {
    name: "takes off its list what is not needed",
    project: sums,
    task: fix,
    steps: [
      list("Fix the operator", "Write a changelog entry"),
      rewrite("src/add.js", rightAdd),
      list("x Fix the operator"),
      say("The operator is fixed."),
    ],
    expected: { stop: "completed-verified", checks: ["passed node --test"] },
  },
  {
    name: "does not do all that its plan lists: plan steps are guidance",
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
    ],
    expected: { stop: "completed-verified", checks: ["passed node --test"], changes: ["changed src/add.js"] },
  },
]

describe("a model that keeps its list and not its word", () => zoo(animals))
