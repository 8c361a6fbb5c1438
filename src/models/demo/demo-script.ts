import type { ScriptStep } from "../script.ts"

const pace = { chunkChars: 12, chunkDelayMs: 15 } as const

const work = ["Find the test that fails", "Fix the cause", "Prove it with the tests"] as const
type State = "pending" | "active" | "completed"
const todo = (...states: readonly State[]) => ({
  name: "todo",
  arguments: { items: work.map((text, index) => ({ text, state: states[index] ?? "pending" })) },
})

/** Finds, fixes and verifies the bug of the demo project, with real tools. */
export const demoScript: readonly ScriptStep[] = [
  {
    ...pace,
    text: "This is the demo: my words are scripted, no model is behind them. The tools, files and commands are real. First I look around.",
    toolCalls: [{ name: "glob", arguments: { pattern: "**/*.js" } }],
  },
  {
    ...pace,
    text: "A small project with tests. I run them.",
    toolCalls: [todo("active"), { name: "bash", arguments: { command: "node --test" } }],
  },
  {
    ...pace,
    reasoning: "One test fails: exactly 100.00 should get the discount. So the limit is compared wrongly.",
    text: "One test fails. I read it and the code that it tests.",
    toolCalls: [
      { name: "read", arguments: { path: "test/till.test.js" } },
      { name: "read", arguments: { path: "src/till.js" } },
    ],
  },
  {
    ...pace,
    text: "The discount starts *above* 100.00, but README and test say *from* 100.00. One character fixes it.",
    toolCalls: [
      todo("completed", "active"),
      {
        name: "edit",
        arguments: { path: "src/till.js", old: "sum > discountFrom", new: "sum >= discountFrom" },
      },
    ],
  },
  {
    ...pace,
    text: "Now the tests again: done means evidence.",
    toolCalls: [todo("completed", "completed", "active"), { name: "bash", arguments: { command: "node --test" } }],
  },
  {
    ...pace,
    text: "All three tests pass.",
    toolCalls: [todo("completed", "completed", "completed")],
  },
  {
    ...pace,
    text: "The bug is fixed: a basket of exactly 100.00 now gets its discount (`src/till.js`), and `node --test` passes. These words were scripted; with a model behind it, Holdfast works the same way. Name one with `--model`, such as `--model ollama/qwen3-coder`.",
  },
]
