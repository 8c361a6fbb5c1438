import type { Scenario } from "../scenario.ts"
import { calls, send, story } from "./step.ts"

/** What a person is asked, or says in between. */
export const people: readonly Scenario[] = [
  {
    name: "approval",
    permissionMode: "prompt",
    script: [
      calls(["bash", { command: "echo approved >> runs.txt" }]),
      calls(["write", { path: "denied.txt", content: "never\n" }]),
      { text: "One was done." },
    ],
    person: [
      send("Deploy it"),
      { answer: { answer: "approve" }, when: { after: "ask.opened", count: 1 } },
      { answer: { answer: "deny", text: "Not this one" }, when: { after: "ask.opened", count: 2 } },
    ],
  },
  {
    name: "rules of the project",
    files: {
      ".holdfast/permissions.json": JSON.stringify({
        deny: [{ tool: "bash", contains: "deploy" }],
        ask: [{ tool: "write", path_contains: "asked.txt" }],
      }),
    },
    script: [
      calls(["bash", { command: "echo deploy" }]),
      calls(["write", { path: "asked.txt", content: "allowed\n" }]),
      { text: "One was denied." },
    ],
    person: [send("Deploy it"), { answer: { answer: "approve" }, when: { after: "ask.opened", count: 1 } }],
  },
  {
    name: "question",
    script: [
      calls(["ask", { question: "Which colour?", options: ["red", "blue"] }]),
      calls(["write", { path: "colour.txt", content: "blue\n" }]),
      { text: "Blue it is." },
    ],
    person: [send("Paint it"), { answer: { answer: "choice", choice: "2" }, when: { after: "ask.opened", count: 1 } }],
  },
  {
    name: "steer during tools",
    script: [
      calls(["bash", { command: "echo begun >> runs.txt; sleep 0.2; echo over >> runs.txt" }]),
      calls(["write", { path: "steered.txt", content: "as you said\n" }]),
      { text: "As you said." },
    ],
    person: [send("Do it your way"), { say: "steer", text: "No, my way", when: { after: "tool.started" } }],
  },
  {
    name: "steer between staging and intent",
    script: [calls(["write", { path: "late.txt", content: "written once\n" }]), { text: "Written." }],
    person: [send("Write late.txt"), { say: "steer", text: "And be quick", when: { before: "tool.started" } }],
  },
  {
    name: "steer after the last word",
    script: [{ text: "Nothing is left." }, { text: "Nothing, as I said." }],
    person: [send("What is left to do?"), { say: "steer", text: "Look once more", when: { before: "turn.stopped" } }],
  },
  {
    name: "queued inputs",
    script: [{ text: "The first answer." }, { text: "The second answer." }, { text: "The third answer." }],
    person: [
      send("The first question"),
      { say: "queue", text: "The second question", when: { after: "model.asked" } },
      { say: "send", text: "The third question", when: { after: "model.asked" } },
    ],
  },
  {
    name: "compaction between turns",
    files: { "a.txt": "apple\n" },
    script: [calls(["read", { path: "a.txt" }]), { text: "An apple." }, { text: "Still an apple." }],
    person: [
      send("What is in a.txt?"),
      { compact: "There is an apple in a.txt.", when: { after: "turn.stopped" } },
      { say: "send", text: "And now?", when: { after: "context.compacted" } },
    ],
  },
]

/** Turns that a person ends. */
export const cancels: readonly Scenario[] = [
  {
    name: "cancel in the middle of an answer",
    script: [{ text: story(3000), chunkChars: 10, chunkDelayMs: 5 }],
    person: [send("Tell me everything"), { cancel: "enough", when: { streamed: "text", characters: 60 } }],
  },
  {
    name: "cancel of a running command",
    script: [
      calls(
        ["bash", { command: "echo begun >> runs.txt; echo begun; sleep 20; echo never >> runs.txt" }],
        ["write", { path: "never.txt", content: "never\n" }],
      ),
    ],
    person: [send("Run for ever"), { cancel: "stop", when: { streamed: "output", characters: 5 } }],
  },
  {
    name: "cancel between staging and intent",
    files: { "kept.txt": "as it was\n" },
    script: [calls(["write", { path: "never/begun.txt", content: "never\n" }], ["bash", { command: "rm kept.txt" }])],
    person: [send("Write it"), { cancel: "no", when: { before: "tool.started" } }],
  },
  {
    name: "cancel before the turn begins",
    script: [{ text: "What was queued is done." }, { text: "And so is this." }],
    person: [
      send("Never begun"),
      { say: "queue", text: "Held, then taken up", when: { before: "turn.started" } },
      { cancel: "not yet", when: { before: "turn.started" } },
      { say: "send", text: "Go on", when: { after: "turn.cancel-requested" } },
    ],
  },
  {
    name: "send after a cancel, before the stop record",
    script: [{ text: story(3000), chunkChars: 10, chunkDelayMs: 5 }, { text: "Something else, then." }],
    person: [
      send("Tell me everything"),
      { cancel: "enough", when: { streamed: "text", characters: 60 } },
      { say: "send", text: "Tell me something else", when: { before: "turn.stopped" } },
    ],
  },
  {
    name: "interrupt",
    script: [
      calls(["bash", { command: "echo begun >> runs.txt; echo begun; sleep 20; echo never >> runs.txt" }]),
      { text: "Something else, then." },
    ],
    person: [
      send("Run for ever"),
      { say: "interrupt", text: "What else is there?", when: { streamed: "output", characters: 5 } },
    ],
  },
  {
    name: "cancel while an ask is open",
    permissionMode: "prompt",
    script: [calls(["bash", { command: "echo never >> runs.txt" }])],
    person: [send("Deploy it"), { cancel: "no", when: { after: "ask.opened" } }],
  },
]
