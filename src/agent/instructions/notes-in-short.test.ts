import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { notesInShort } from "./notes-in-short.ts"

function notes(files: { memory?: unknown; notepad?: string }): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const { memory, notepad } = files
  const text = typeof memory === "string" ? memory : JSON.stringify(memory)
  if (memory !== undefined) writeFileSync(join(directory, "memory.json"), text)
  if (notepad !== undefined) writeFileSync(join(directory, "notepad.md"), notepad)
  return directory
}

const linesOf = async (files: Parameters<typeof notes>[0], { brief } = { brief: false }) =>
  (await notesInShort(notes(files), { brief }))?.split("\n").filter((line) => line.startsWith("- ")) ?? null

describe("what is remembered, in short", () => {
  it("is the directives, the urgent ones first, and the newest notes", async () => {
    const note = (n: number) => ({ category: "fact", content: `fact ${n}`, day: "2026-01-01" })
    const memory = {
      directives: [{ directive: "Use tabs." }, { directive: "Never push.", priority: "high" }],
      notes: Array.from({ length: 9 }, (_, n) => note(n)),
    }
    expect(await linesOf({ memory })).toEqual([
      "- Directive: Never push.",
      "- Directive: Use tabs.",
      ...[4, 5, 6, 7, 8].map((n) => `- Note (fact): fact ${n}`),
    ])
    expect(await linesOf({ memory }, { brief: true })).toHaveLength(5)
  })

  it("has of the notepad what comes first and the newest entries, each on a line, and nothing twice", async () => {
    const notepad = `# Notepad\n\n## Priority Context\n\nShip on\nFriday.\n\n## Working Memory\n\n- 2026-01-01: [fact] fact 1\n- 2026-01-02: two\n  lines\n\n## Manual Notes\n\n_Empty_\n`
    const memory = { notes: [{ category: "fact", content: "fact 1" }] }
    expect(await linesOf({ memory, notepad })).toEqual([
      "- Note (fact): fact 1",
      "- Notepad, first: Ship on Friday.",
      "- Notepad: 2026-01-02: two lines",
    ])
  })

  it("leaves out the tasks that are done", async () => {
    const memory = { notes: [{ category: "definition_of_done", content: "Create hello.txt: verified" }] }
    const notepad = "# Notepad\n\n## Working Memory\n\n- 2026-01-01: [definition_of_done] Create hello.txt: verified\n"
    expect(await linesOf({ memory, notepad })).toBeNull()
  })

  it("tells no secret, nor half of one", async () => {
    const token = `ghp_${"0123456789".repeat(4)}`
    const long = `${"x".repeat(210)} ${token}`
    const memory = { directives: [{ directive: `Push with ${token}.` }], notes: [{ content: long }] }
    const notepad = `# Notepad\n\n## Priority Context\n\n${token}\n\n## Working Memory\n\n- 2026-01-01: by ${token}\n`
    const lines = await linesOf({ memory, notepad })
    expect(lines).toHaveLength(4)
    for (const line of lines ?? []) expect(line).toMatch(/^(?!.*ghp_).*\[redacted/)
  })

  it("is nothing where nothing is", async () => {
    expect(await linesOf({})).toBeNull()
    expect(await linesOf({ memory: {}, notepad: "# Notepad\n" })).toBeNull()
  })

  it("says that it cannot be read, and goes on with what can", async () => {
    const unreadable = "- memory.json of this project cannot be read: tell the person to fix or remove it."
    expect(await linesOf({ memory: "{ broken" })).toEqual([unreadable])
    expect(await linesOf({ memory: { notes: "none" } })).toEqual([unreadable])
    expect(await linesOf({ memory: { notes: [7, { content: "seven" }] } })).toEqual(["- Note: seven"])
  })
})
