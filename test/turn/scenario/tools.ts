import type { Scenario } from "../scenario.ts"
import { calls, send } from "./step.ts"

/** Changes of files, looks and commands. */
export const tools: readonly Scenario[] = [
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
    person: [send("What does the build say?")],
  },
  {
    name: "command in a git repository",
    git: true,
    files: { "tracked.txt": "before\n", "gone.txt": "goes\n" },
    script: [
      calls(["bash", { command: "echo after >> tracked.txt; rm gone.txt; echo made > made.txt" }]),
      { text: "Three changes." },
    ],
    person: [send("Apply the generator to tracked.txt")],
  },
  {
    name: "command outside of git that names what it changes",
    permissionMode: "allow",
    files: { "kept.txt": "kept\n", "gone.txt": "goes\n", ".gitignore": ".env\n", ".env": "X=1\n" },
    script: [
      calls([
        "bash",
        {
          command: "mkdir -p made/deep && chmod 600 kept.txt && ln -s kept.txt link && rm gone.txt && echo X=2 > .env",
        },
      ]),
      { text: "Five changes." },
    ],
    person: [send("Apply the generator to kept.txt")],
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
]

/** What the agent keeps for itself, and what it sends others for. */
export const notes: readonly Scenario[] = [
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
