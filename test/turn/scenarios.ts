import type { ScriptStep } from "../../src/models/script.ts"
import type { Scenario, Word } from "./scenario.ts"

/** Every kind of work that a crash may cut off. */
export const scenarios: readonly Scenario[] = [
  {
    name: "plain answer",
    script: [{ reasoning: "A simple one.", text: "Forty-two.", usage: { input: 9, output: 3 } }],
    person: [send("What is six times seven?")],
  },
  {
    name: "streamed answer",
    script: [{ text: story(3000), chunkChars: 100, chunkDelayMs: 8, usage: { input: 9, output: 40 } }],
    person: [send("Tell me a long story")],
  },
  {
    name: "write",
    script: [
      calls(["write", { path: "new/deep/file.txt", content: "created\n" }]),
      calls(["write", { path: "new/deep/second.txt", content: "created too\n" }]),
      { text: "Two files are there now." },
    ],
    person: [send("Write two files")],
  },
  {
    name: "edit",
    files: { "run.sh": { text: "echo one\r\necho two\r\n", mode: 0o755 }, "other.txt": "left alone\n" },
    script: [
      calls(["read", { path: "run.sh" }]),
      calls(["edit", { path: "run.sh", oldText: "echo two", newText: "echo three" }]),
      calls(["edit", { path: "run.sh", oldText: "echo three", newText: "echo three and four" }]),
      { text: "It counts on." },
    ],
    person: [send("Make it count on")],
  },
  {
    name: "patch",
    files: { "a.txt": "one\ntwo\n", "b.txt": "three\n", "old/c.txt": "goes\n" },
    script: [
      calls(["read", { path: "a.txt" }], ["read", { path: "b.txt" }], ["read", { path: "old/c.txt" }]),
      calls([
        "patch",
        {
          patch: [
            "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+deux\n",
            "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1,2 @@\n three\n+four\n",
            "--- /dev/null\n+++ b/fresh/d.txt\n@@ -0,0 +1 @@\n+new\n",
            "--- a/old/c.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-goes\n",
          ].join(""),
        },
      ]),
      { text: "Two changed, one made, one deleted." },
    ],
    person: [send("Apply all of it")],
  },
  {
    name: "several changes of one answer",
    files: { "a.txt": "a\n" },
    script: [
      calls(
        ["write", { path: "b.txt", content: "b\n" }],
        ["bash", { command: "cat b.txt >> c.txt" }],
        ["edit", { path: "b.txt", oldText: "b", newText: "bee" }],
        ["bash", { command: "cat b.txt >> c.txt" }],
        ["memory_write", { content: "b is a bee" }],
      ),
      { text: "In the order of the answer." },
    ],
    person: [send("Do it all in order")],
  },
  {
    name: "looks side by side",
    files: { "a.txt": "apple\n", "b/b.txt": "banana\n", "c.txt": "cherry\n" },
    script: [
      calls(
        ["read", { path: "a.txt" }],
        ["glob", { pattern: "**/*.txt" }],
        ["grep", { pattern: "an" }],
        ["read", { path: "missing.txt" }],
      ),
      { text: "Seen." },
    ],
    person: [send("Look around")],
  },
  {
    name: "command",
    script: [
      calls(["bash", { command: "echo begun >> runs.txt; sleep 0.5; echo over >> runs.txt; echo said; exit 3" }]),
      calls(["bash", { command: "cat runs.txt; echo 2 >> runs.txt" }]),
      { text: "It ran." },
    ],
    person: [send("Run the build")],
  },
  {
    name: "command in a git repository",
    git: true,
    files: { "tracked.txt": "before\n", "gone.txt": "goes\n" },
    script: [
      calls(["bash", { command: "echo after >> tracked.txt; rm gone.txt; echo made > made.txt" }]),
      { text: "Three changes." },
    ],
    person: [send("Run the generator")],
  },
  {
    name: "background job",
    script: [
      calls([
        "bash",
        { command: "echo begun >> runs.txt; sleep 0.4; echo over >> runs.txt; echo served", background: true },
      ]),
      calls(["jobs", { action: "wait", job: "$job" }]),
      { text: "The server is through." },
    ],
    person: [send("Start the server")],
  },
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
    person: [send("Write it"), { say: "steer", text: "And be quick", when: { before: "tool.started" } }],
  },
  {
    name: "steer after the last word",
    script: [{ text: "Finished." }, { text: "Finished once more." }],
    person: [send("Finish it"), { say: "steer", text: "Once more", when: { before: "turn.stopped" } }],
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
  {
    name: "server error",
    script: [
      { text: "I beg", error: { status: 503, message: "Overloaded, retry in 0.1s", afterChars: 5 } },
      { error: { status: 500, message: "Down, retry in 0.1s" } },
      { text: "Back again." },
    ],
    person: [send("Are you there?")],
  },
  {
    name: "rate limit",
    script: [{ error: { status: 429, message: "Please try again in 1s" } }, { text: "Now I may." }],
    person: [send("Quick, quick")],
  },
  {
    name: "no answer for good",
    script: [{ error: { status: 401, message: "wrong key" } }],
    person: [send("Are you there?")],
  },
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
    name: "interrupt",
    script: [
      calls(["bash", { command: "echo begun >> runs.txt; echo begun; sleep 20; echo never >> runs.txt" }]),
      { text: "Something else, then." },
    ],
    person: [
      send("Run for ever"),
      { say: "interrupt", text: "Something else", when: { streamed: "output", characters: 5 } },
    ],
  },
  {
    name: "cancel while an ask is open",
    permissionMode: "prompt",
    script: [calls(["bash", { command: "echo never >> runs.txt" }])],
    person: [send("Deploy it"), { cancel: "no", when: { after: "ask.opened" } }],
  },
  {
    name: "todo",
    script: [
      calls(["todo", { items: [{ text: "look", state: "active" }, { text: "leap" }] }]),
      calls([
        "todo",
        {
          items: [
            { text: "look", state: "completed" },
            { text: "leap", state: "completed" },
          ],
        },
      ]),
      { text: "Leapt." },
    ],
    person: [send("Look, then leap")],
  },
  {
    name: "explore",
    files: { "a.txt": "apple\n" },
    script: [
      calls(["explore", { question: "Where is the apple?" }]),
      { text: "In a.txt, I am told." },
      { for: "explore", ...calls(["grep", { pattern: "apple" }]) },
      { for: "explore", text: "The apple is in a.txt." },
    ],
    person: [send("Find the apple")],
  },
]

/** Slower ones, for the whole matrix and for tests of their own. */
const more: readonly Scenario[] = [
  {
    name: "command of two seconds",
    script: [
      calls([
        "bash",
        { command: "for tick in 1 2 3 4 5 6 7 8 9 10; do echo $tick >> ticks.txt; sleep 0.2; done; echo counted" },
      ]),
      { text: "It has counted." },
    ],
    person: [send("Count")],
  },
  {
    name: "long answer",
    script: [{ text: story(12_000), chunkChars: 500, chunkDelayMs: 5 }],
    person: [send("Tell me a very long story")],
  },
  {
    name: "counter",
    script: [
      calls(["bash", { command: "for tick in $(seq 30); do echo $tick >> ticks.txt; sleep 0.1; done; echo counted" }]),
      { text: "It has counted." },
    ],
    person: [send("Count")],
  },
]

export const slowScenarios: readonly Scenario[] = more.slice(0, 1)

export function scenarioNamed(name: string): Scenario {
  const found = [...scenarios, ...more].find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario ${name}.`)
  return found
}

/** A text that does not repeat itself: a model that does is stopped. */
function story(length: number): string {
  const words = Array.from({ length: length / 5 }, (_, index) => `word ${index}`)
  return words.join(", ").slice(0, length)
}

function send(text: string): Word {
  return { say: "send", text }
}

function calls(...made: [name: string, arguments: Record<string, unknown>][]): ScriptStep {
  return { toolCalls: made.map(([name, given]) => ({ name, arguments: given })), usage: { input: 10, output: 5 } }
}
