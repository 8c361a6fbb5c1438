import type { Scenario } from "../scenario.ts"
import { calls, send } from "./step.ts"

const inText = (name: string, given: Record<string, unknown>) =>
  `<tool_call>${JSON.stringify({ name, arguments: given })}</tool_call>`

/** Answers that cannot be used as they are, and what the model makes of being told so. */
export const repairs: readonly Scenario[] = [
  {
    name: "empty answer retried",
    script: [
      { text: "" },
      { reasoning: "Hm.", text: "" },
      calls(["write", { path: "notes.txt", content: "noted\n" }]),
      { text: "notes.txt is there." },
    ],
    person: [send("Create notes.txt")],
  },
  {
    name: "empty answers for good",
    script: [{ text: "" }, { text: "" }, { text: "" }],
    person: [send("Create notes.txt")],
  },
  {
    name: "call cut off by the length limit",
    script: [
      {
        toolCalls: [{ name: "write", arguments: '{"path": "poem.txt", "content": "one\\ntwo and' }],
        finish: "length",
      },
      calls(["write", { path: "poem.txt", content: "one\n" }]),
      calls(["write", { path: "poem.txt", content: "two\n", append: true }]),
      calls(["write", { path: "poem.txt", content: "three\n", append: true }]),
      { text: "poem.txt is there." },
    ],
    person: [send("Write a poem into poem.txt")],
  },
  {
    name: "call cut off beside a whole one",
    files: { "a.txt": "apple\n" },
    script: [
      {
        toolCalls: [
          { name: "read", arguments: { path: "a.txt" } },
          { name: "write", arguments: '{"path": "b.txt", "content": "ban' },
        ],
        finish: "length",
      },
      calls(["write", { path: "b.txt", content: "banana\n" }]),
      { text: "b.txt is there." },
    ],
    person: [send("Create b.txt like a.txt")],
  },
  {
    name: "call written as text",
    script: [
      { text: `I write it.\n${inText("write", { path: "notes.txt", content: "noted\n" })}`, chunkChars: 9 },
      { text: inText("bash", { command: "cat notes.txt >> runs.txt" }), chunkChars: 9 },
      { text: "notes.txt is there." },
    ],
    person: [send("Create notes.txt")],
  },
  {
    name: "tools told in text, as an earlier run has learned",
    learned: { toolFormat: "tagged", because: "refused", described: null },
    files: { "a.txt": "apple\n" },
    script: [
      { text: inText("read", { path: "a.txt" }) },
      { text: inText("write", { path: "b.txt", content: "banana\n" }) },
      { text: "b.txt is there." },
    ],
    person: [send("Create b.txt like a.txt")],
  },
  {
    name: "the same call again",
    files: { "a.txt": "apple\n" },
    script: [calls(["read", { path: "a.txt" }]), calls(["read", { path: "a.txt" }]), { text: "An apple." }],
    person: [send("What is in a.txt?")],
  },
]
