import { existsSync, mkdirSync, writeFileSync } from "node:fs"
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

  it("asks for the task where none was given, and does nothing without one", async () => {
    const scene = turnScene()
    const model = scene.script({ text: "The sky is blue." })
    const terminal = scene.inTerminal(["run", "--model", model])
    await terminal.until(/Task: *$/)
    terminal.type("why is the sky blue?\r")
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toContain("The sky is blue.")
    expect(await scene.json("sessions")).toMatchObject({ sessions: [{ title: "why is the sky blue?" }] })
    const nothing = scene.inTerminal(["run", "--model", model])
    await nothing.until(/Task: *$/)
    nothing.type("\x04")
    expect(await nothing.ended).toBe(2)
    expect(nothing.screen()).toContain('Missing task: holdfast run "task"')
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
    expect(screen).toMatch(/^\? Run this command\? Deletes /m)
    expect(screen).toMatch(/^ {4}rm -rf build$/m)
    expect(screen).toContain("Approved once")
    expect(screen).toContain("Answered: 2")
    expect(screen).toContain("Done.")
    expect(existsSync(build)).toBe(false)
  })

  it("shows what would be written before it is approved, and asks for no edit that cannot work", async () => {
    const scene = turnScene()
    writeFileSync(join(scene.project, "a.txt"), "one\ntwo\nthree\n")
    const edit = { name: "edit", arguments: { path: "a.txt", old: "two", new: "zwei" } }
    const model = scene.script(
      { toolCalls: [edit] },
      { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { toolCalls: [edit] },
      { toolCalls: [{ name: "write", arguments: { path: "b.txt", content: "first\nsecond\n" } }] },
      { text: "Done." },
    )
    const terminal = scene.inTerminal(["run", "go", "--model", model, "--permission-mode", "prompt"])
    await terminal.until(/Read a\.txt[\s\S]*\n> *$/)
    expect(terminal.screen()).toMatch(/✗ edit a\.txt {2}failed\n.*you have not read it/)
    terminal.type("y\r")
    await terminal.until(/Write a\.txt[^>]*\n> *$/)
    expect(terminal.screen()).toMatch(/\n {4}@@ -1,3 \+1,3 @@\n {5}one\n {4}-two\n {4}\+zwei\n {5}three\n/)
    terminal.type("y\r")
    await terminal.until(/Write b\.txt[^>]*\n> *$/)
    expect(terminal.screen()).toMatch(/\n {4}new file, 2 lines\n {4}\+first\n {4}\+second\n/)
    expect(existsSync(join(scene.project, "b.txt"))).toBe(false)
    terminal.type("n\r")
    await terminal.until("Why not?")
    terminal.type("\r")
    await terminal.ended
    expect(existsSync(join(scene.project, "b.txt"))).toBe(false)
  })

  it("asks nothing with --json: the question stays open", async () => {
    const scene = turnScene()
    const remove = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const terminal = scene.inTerminal(["run", "go", "--json", "--model", scene.script(remove)])
    expect(await terminal.ended).toBe(3)
    const result = JSON.parse(terminal.raw.trim().split("\r\n").at(-1) ?? "")
    expect(result).toMatchObject({ type: "result", exitCode: 3, stop: null, asks: [{ kind: "approval" }] })
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

  it("keeps what was streamed before the connection dropped", async () => {
    const scene = turnScene({ delay: "1" })
    const dropped = {
      text: "Some words before the connection drops, and more of them.",
      chunkChars: 5,
      chunkDelayMs: 20,
      error: { status: 0, message: "the connection was reset", afterChars: 32 },
    }
    const terminal = scene.inTerminal(["run", "go", "--model", scene.script(dropped, { text: "All of it." })])
    await terminal.ended
    expect(terminal.screen()).toMatch(/^Some words before the connectio\w?$/m)
    expect(terminal.screen()).toMatch(/^All of it\.$/m)
  })

  it("follows the width of the window, and of a narrow one", async () => {
    const scene = turnScene({ delay: "1" })
    const words = Array.from({ length: 90 }, (_, index) => `word${index}`).join(" ")
    const model = scene.script({ text: words, chunkChars: 5, chunkDelayMs: 20 })
    const terminal = scene.inTerminal(["run", "go", "--model", model], { columns: 90 })
    await terminal.until("word20")
    terminal.resize(30)
    await terminal.ended
    const last =
      terminal
        .screen()
        .split(/\bword5\d /)
        .at(-1) ?? ""
    expect(last).toMatch(/word89/)
    // The line below the answer has the id of the session, which may be a number.
    const [answer = ""] = last.split("word89")
    // The emulator breaks a line that is too long in the middle of a word.
    expect(answer.split("\n").filter((line) => /(^|\s)(w|wo|wor|word|ord\d*|rd\d+|d\d+|\d+)$/.test(line))).toEqual([])
  })

  it.each([
    { env: { LANG: "C" }, spinner: /\| Waiting for scripted:/ },
    { env: { LANG: "en_US.ISO-8859-1" }, spinner: /\| Waiting for scripted:/ },
    { env: { LC_ALL: "C.UTF-8", LANG: "C" }, spinner: /⠋ Waiting for scripted:/ },
  ])("draws with what $env can show", async ({ env, spinner }) => {
    const scene = turnScene()
    const look = { toolCalls: [{ name: "glob", arguments: { pattern: "*" } }] }
    const terminal = scene.inTerminal(["run", "go", "--model", scene.script(look, { text: "Ende gut." })], { env })
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw).toMatch(spinner)
    const isAscii = env.LC_ALL === undefined
    expect(/\P{ASCII}/u.test(terminal.raw)).toBe(!isAscii)
    expect(terminal.screen()).toMatch(isAscii ? /^\+ glob/m : /^✓ glob/m)
  })

  it("moves no cursor on a dumb terminal, and still asks", async () => {
    const scene = turnScene()
    const remove = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    mkdirSync(join(scene.project, "build"))
    const terminal = scene.inTerminal(["run", "go", "--model", scene.script(remove, { text: "Done." })], {
      env: { TERM: "dumb" },
    })
    await terminal.until(/\n> *$/)
    terminal.type("y\r")
    await terminal.ended
    expect(terminal.screen()).toContain("Approved once")
    expect(terminal.raw).not.toContain("\x1b")
  })
})
