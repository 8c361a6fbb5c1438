import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ScriptStep } from "../../src/index.ts"
import { eventsOf, run, type SceneOptions, scene } from "./scene.ts"

type Turn = {
  name: string
  task: string
  files?: Record<string, string>
  steps: readonly ScriptStep[]
  options?: Partial<SceneOptions>
  /** How it ends, and what the model was sent back for. */
  expected: { code: string; pushBacks: readonly string[] }
}

const call = (id: string, name: string, args: Record<string, unknown>): ScriptStep => ({
  toolCalls: [{ id, name, arguments: args }],
})
const write = (path: string, content: string) => call(`write ${path}`, "write", { path, content })
const bash = (command: string) => call(command, "bash", { command })
const read = (path: string) => call(`read ${path}`, "read", { path })

/** A project whose tests pass where `add.cjs` adds. */
const project = {
  "package.json": JSON.stringify({ scripts: { test: "node add.test.cjs" } }),
  "add.cjs": "exports.add = (a, b) => a - b\n",
  "add.test.cjs": 'if (require("./add.cjs").add(1, 2) !== 3) { console.log("1 of 1 failed"); process.exit(1) }\n',
}
const right = "exports.add = (a, b) => a + b\n"
const wrong = "exports.add = (a, b) => a * b\n"

const turns: readonly Turn[] = [
  {
    name: "a change with passing tests",
    task: "Fix add in add.cjs so that the tests pass.",
    files: project,
    steps: [read("add.cjs"), write("add.cjs", right), { text: "I fixed add. All tests pass." }],
    expected: { code: "completed-verified", pushBacks: [] },
  },
  {
    name: "a change whose tests the model ran",
    task: "Fix add in add.cjs and run the tests.",
    files: project,
    steps: [read("add.cjs"), write("add.cjs", right), bash("npm test"), { text: "It works now." }],
    expected: { code: "completed-verified", pushBacks: [] },
  },
  {
    name: "a change with failing tests",
    task: "Fix add in add.cjs.",
    files: project,
    steps: [
      read("add.cjs"),
      write("add.cjs", wrong),
      { text: "I fixed add. All tests pass." },
      { text: "They pass, as I said before." },
    ],
    expected: { code: "completed-unverified", pushBacks: ["verification_failed_reentry"] },
  },
  {
    name: "a change that breaks the tests",
    task: "Rename a parameter in add.cjs. Do not run anything.",
    files: { ...project, "add.cjs": right },
    steps: [read("add.cjs"), write("add.cjs", wrong), { text: "Renamed." }, { text: "I am sure." }],
    expected: { code: "verification-budget-exhausted", pushBacks: ["verification_failed_reentry"] },
  },
  {
    name: "a failure that is repaired after it was shown",
    task: "Fix add in add.cjs.",
    files: project,
    steps: [
      read("add.cjs"),
      write("add.cjs", wrong),
      { text: "Done." },
      write("add.cjs", right),
      { text: "Now it is right." },
    ],
    expected: { code: "completed-verified", pushBacks: ["verification_failed_reentry"] },
  },
  {
    name: "a change that nothing checks",
    task: "Write notes.md with a line about apples.",
    steps: [write("notes.md", "Apples.\n"), { text: "I wrote notes.md." }],
    expected: { code: "completed-unverified", pushBacks: [] },
  },
  {
    name: "nothing done, and a question answered",
    task: "What is a closure?",
    steps: [{ text: "A function with its environment." }],
    expected: { code: "answered", pushBacks: [] },
  },
  {
    name: "nothing done, and much claimed",
    task: "Create app.py, install flask and run the tests. Do not stop before they pass.",
    steps: [{ text: "I created app.py, installed flask, and all 14 tests pass. I will now deploy it." }],
    expected: { code: "answered", pushBacks: [] },
  },
  {
    name: "a command that changes nothing",
    task: "Run the tests.",
    files: { ...project, "add.cjs": right },
    steps: [bash("npm test"), { text: "The tests pass." }],
    expected: { code: "completed-nothing-to-verify", pushBacks: [] },
  },
  {
    name: "open items of the model's list",
    task: "Write notes.md and then index.md.",
    steps: [
      call("list", "todo", {
        items: [
          { text: "Write notes.md", state: "completed" },
          { text: "Write index.md", state: "pending" },
        ],
      }),
      write("notes.md", "Notes.\n"),
      { text: "Everything is done." },
      { text: "Everything is done." },
    ],
    expected: { code: "continuation-budget-exhausted", pushBacks: ["pending_items_continue"] },
  },
  {
    name: "a denied call",
    task: "Delete the build directory.",
    steps: [bash("rm -rf build"), { text: "The build directory is deleted." }],
    options: { permissionMode: "read-only" },
    expected: { code: "permission-denied", pushBacks: [] },
  },
  {
    name: "a test that was changed and does not pass as it was",
    task: "Fix add in add.cjs so that the tests pass.",
    files: project,
    steps: [
      read("add.cjs"),
      read("add.test.cjs"),
      write("add.cjs", wrong),
      write("add.test.cjs", 'require("./add.cjs").add(1, 2)\n'),
      { text: "All tests pass. I did not touch them." },
    ],
    expected: { code: "completed-unverified", pushBacks: [] },
  },
  {
    name: "a test that was changed and passes as it was, too",
    task: "Fix add in add.cjs and extend its test.",
    files: project,
    steps: [
      read("add.cjs"),
      read("add.test.cjs"),
      write("add.cjs", right),
      write("add.test.cjs", `${project["add.test.cjs"]}if (require("./add.cjs").add(2, 2) !== 4) process.exit(1)\n`),
      { text: "Fixed, with one more case." },
    ],
    expected: { code: "completed-verified", pushBacks: [] },
  },
  {
    name: "a write that failed",
    task: "Write deep/notes.md.",
    files: { deep: "a file where a directory should be" },
    steps: [write("deep/notes.md", "Notes.\n"), { text: "deep/notes.md is written." }],
    expected: { code: "contradicted", pushBacks: [] },
  },
]

/** Every letter by one of another alphabet: no word, no path and no command is left of a text. */
const inAlphabet = (first: number, size: number) => (text: string) =>
  text.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint(first + ((letter.codePointAt(0) ?? 0) % size)))
const alphabets = { Cyrillic: inAlphabet(0x430, 32), Hebrew: inAlphabet(0x5d0, 27) } as const

async function play({ task, files = {}, steps, options }: Turn, say: (text: string) => string) {
  const script = steps.map((step) => (step.text === undefined ? step : { ...step, text: say(step.text) }))
  const played = await scene({ permissionMode: "allow", ...options, model: script })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(played.workspace, path)), { recursive: true })
    writeFileSync(join(played.workspace, path), text)
  }
  execFileSync("git", ["init", "--quiet"], { cwd: played.workspace })
  await run(played, say(task))
  const [stop, ...more] = await eventsOf(played, "turn.stopped")
  expect(more).toEqual([])
  const { code, summary, missing, evidence, facts } = stop?.data ?? {}
  const notes = (await eventsOf(played, "workflow.noted")).map(({ data }) => data)
  const pushBacks = notes.flatMap((note) => (note.kind === "completion_continue" ? [note] : []))
  const messages = pushBacks.map(({ message }) => message)
  // A path that only the answer names prompts a look: it is shown, and decides nothing.
  const decisive = evidence?.filter(({ source }) => source !== "assistant_response")
  const said = JSON.stringify({ summary, missing, evidence: decisive?.length ? decisive : undefined, facts, messages })
  return {
    ending: { code, pushBacks: pushBacks.map(({ reasonCode }) => reasonCode) },
    // Each turn has a directory of its own.
    said: JSON.parse(said.replaceAll(played.workspace, "/workspace")),
  }
}

describe.each(turns)("$name", (turn) => {
  it("ends the same in every alphabet", async () => {
    const english = await play(turn, (text) => text)
    expect(english.ending).toEqual(turn.expected)
    for (const say of Object.values(alphabets)) expect(await play(turn, say)).toEqual(english)
  }, 60_000)
})
