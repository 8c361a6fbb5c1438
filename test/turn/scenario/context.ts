import type { Scenario } from "../scenario.ts"
import { calls, send, story } from "./step.ts"

const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"] as const

/** Short enough to be told whole, long enough that some fill the window. */
const files = Object.fromEntries(names.map((name) => [`${name}.txt`, `${name} ${story(1_800)}\n`]))

const longStory = Array.from({ length: 400 }, (_, index) => `line ${index} of a long story\n`).join("")

const look = (...of: readonly string[]) =>
  calls(...of.map((name): [string, Record<string, unknown>] => ["read", { path: `${name}.txt` }]))

const note = (text: string) => ({ for: "compact" as const, text, usage: { input: 20, output: 10 } })

const question = "What do the files say? Never mind their names."

/** The context fills up, and is made smaller. */
export const context: readonly Scenario[] = [
  {
    name: "compacted by size",
    files,
    window: 8_000,
    script: [
      note("- a and b are stories."),
      look("a", "b", "c"),
      look("d", "e", "f"),
      look("g", "h", "i"),
      look("a"),
      { text: "Nothing." },
    ],
    person: [send(question)],
  },
  {
    name: "compacted at a threshold of its own",
    files: { "a.txt": "apple\n", "b.txt": "berry\n" },
    compaction: { compactAt: 1, keepMessages: 2 },
    script: [note("- a is an apple."), look("a"), look("b"), { text: "An apple and a berry." }],
    person: [send(question)],
  },
  {
    name: "too large for the provider",
    files,
    script: [
      look("a", "b", "c"),
      look("d", "e", "f"),
      look("g", "h", "i"),
      { error: { status: 400, message: "This model's maximum context length is 4096 tokens" } },
      { text: "Nothing." },
    ],
    person: [send(question)],
  },
  {
    name: "a result too large for the provider",
    files: { "long.txt": longStory },
    script: [
      look("long"),
      { error: { status: 400, message: "This model's maximum context length is 4096 tokens" } },
      { text: "Nothing." },
    ],
    person: [send(question)],
  },
  {
    name: "long results in short",
    files: { ...files, "long.txt": longStory },
    window: 8_000,
    script: [look("long"), look("a"), look("b"), look("c", "d", "e", "f"), { text: "Nothing." }],
    person: [send(question)],
  },
  {
    name: "a wish to compact that cannot be helped",
    script: [{ text: "Nothing." }, { text: "Still nothing." }],
    person: [
      send(question),
      { wish: "all of it", when: { after: "turn.stopped" } },
      { say: "send", text: "What was it again?", when: { after: "context.kept" } },
    ],
  },
  {
    name: "compacted at a person's wish",
    files,
    script: [
      note("- They are stories."),
      look("a", "b", "c"),
      look("d"),
      { text: "They tell stories." },
      { text: "Stories." },
    ],
    person: [
      send(question),
      { wish: "what they tell", keep: 2, when: { after: "turn.stopped" } },
      { say: "send", text: "What was it again?", when: { after: "context.compacted" } },
    ],
  },
]
