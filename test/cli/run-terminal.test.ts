import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"

describe("holdfast run in a terminal", () => {
  it("shows a spinner, reasoning dim, text as it comes, tool lines, diffs in colour and the todo list", async () => {
    const scene = turnScene()
    const model = scene.script(
      {
        reasoning: "Let me think.",
        text: "I write it down.",
        chunkChars: 4,
        chunkDelayMs: 60,
        toolCalls: [
          { name: "todo", arguments: { items: [{ text: "Write", state: "active" }] } },
          { name: "write", arguments: { path: "a.txt", content: "one\ntwo\n" } },
        ],
      },
      { toolCalls: [{ name: "edit", arguments: { path: "a.txt", old: "two", new: "three" } }] },
      { toolCalls: [{ name: "todo", arguments: { items: [{ text: "Write", state: "completed" }] } }] },
      { text: "Written." },
    )
    const terminal = scene.inTerminal(["run", "write", "--model", model])
    expect(await terminal.ended).toBe(0)
    const raw = terminal.raw
    const screen = terminal.screen()
    expect(raw).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Waiting for scripted:/)
    expect(raw).toContain("\x1b[2mThinking:\x1b[22m")
    expect(screen).toMatch(/^Thinking: Let me think\.\n\nI write it down\.$/m)
    expect(screen).toContain("[>] Write")
    expect(screen).toMatch(/✓ write a\.txt {2}\+2/)
    expect(screen).toMatch(/✓ edit a\.txt {2}\+1 -1/)
    expect(raw).toContain("\x1b[31m  -two\x1b[39m")
    expect(raw).toContain("\x1b[32m  +three\x1b[39m")
    expect(screen).toContain("■ Done, not verified: ")
  })

  it("asks inline, takes an answer, and goes on", async () => {
    const scene = turnScene()
    const build = join(scene.project, "build")
    mkdirSync(build)
    const remove = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const ask = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?", options: ["red", "green"] } }] }
    const model = scene.script(remove, ask, { text: "Done." })
    const terminal = scene.inTerminal(["run", "go", "--model", model])
    await terminal.until(/\n> *$/)
    terminal.type("perhaps\r")
    await terminal.until(/Type y, s, a or n\.\n> *$/)
    terminal.type("y\r")
    await terminal.until(/2 green[\s\S]*\n> *$/)
    terminal.type("3\r")
    await terminal.until(/There is no option 3\. Type 1, 2, or your own words\.\n> *$/)
    terminal.type("2\r")
    expect(await terminal.ended).toBe(0)
    const screen = terminal.screen()
    expect(screen).toContain("? May bash run `")
    expect(screen).toContain("Approved once")
    expect(screen).toContain("Answered: 2")
    expect(screen).toContain("Done.")
    expect(existsSync(build)).toBe(false)
  })

  it("cancels at Ctrl-C while it asks", async () => {
    const scene = turnScene()
    const remove = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const terminal = scene.inTerminal(["run", "go", "--model", scene.script(remove)])
    await terminal.until(/\n> *$/)
    terminal.type("\x03")
    expect({ code: await terminal.ended, screen: terminal.screen() }).toEqual({
      code: 130,
      screen: expect.stringContaining("■ Stopped by you"),
    })
  })
})
