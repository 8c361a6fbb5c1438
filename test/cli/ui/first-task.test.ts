import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bash, keys, prompt, release, uiScene, untilReleased } from "./ui-scene.ts"

describe("holdfast in a terminal", () => {
  it("says that there is no such provider, and ends", async () => {
    const terminal = uiScene().inTerminal(["--model", "nonsense/x"])
    expect(await terminal.ended).toBe(1)
    expect(terminal.screen()).toContain(`There is no provider "nonsense"`)
    expect(terminal.screen()).not.toMatch(/^ +at |Node\.js/m)
  })

  it("says what to do where no model is found, and keeps what is typed", async () => {
    const scene = uiScene()
    const terminal = await scene.open()
    await terminal.until("No model found.")
    expect(terminal.screen()).toContain("set an API key")
    terminal.type("Fix the login")
    await terminal.until(/^Fix the login *$/m)
    terminal.type(keys.enter)
    await terminal.until(/No model found[\s\S]*No model found/)
    await terminal.until(/^Fix the login *$/m)
    expect(await scene.inputs()).toEqual([])
    terminal.type(keys.ctrlC)
    await terminal.until("Press Ctrl-C again to exit")
    terminal.type(keys.ctrlC)
    expect(await terminal.ended).toBe(0)
    const again = scene.inTerminal([])
    await again.until(/^Fix the login *$/m)
  })

  it("opens a session with the first task, and shows what is said and done as it comes", async () => {
    const scene = uiScene({ delay: "1" })
    writeFileSync(join(scene.project, "a.txt"), "one\ntwo\n")
    const model = scene.script(
      { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { toolCalls: [{ name: "edit", arguments: { path: "a.txt", old: "two", new: "zwei" } }] },
      bash("echo first; echo second"),
      { text: "# Result\n\nIt is **done**:\n\n- one\n- zwei\n", chunkChars: 4, chunkDelayMs: 10 },
    )
    const terminal = await scene.open(["--model", model])
    expect((await scene.use((store) => store.list())).items).toEqual([])
    terminal.type("Translate it")
    await terminal.until(/^Translate it *$/m)
    terminal.type(keys.enter)
    await terminal.until(/^■ Done, not verified/m)
    const screen = terminal.screen()
    expect(screen).toMatch(/^› Translate it$/m)
    expect(screen).toMatch(/^✓ read a\.txt {2}ok\n.*one\n.*two$/m)
    expect(screen).toMatch(/^✓ edit a\.txt {2}\+1 -1$[\s\S]*^ {2}-two\n {2}\+zwei$/m)
    expect(screen).toMatch(/^✓ bash echo first; echo second {2}ok\n {2}first\n {2}second$/m)
    expect(screen).toMatch(/^Result\n\nIt is done:\n\n- one\n- zwei$/m)
    expect(terminal.raw).toContain("\x1b[1mdone\x1b[22m")
    expect(terminal.raw).toContain("\x1b[31m  -two\x1b[39m")
    expect(terminal.raw).not.toContain("\x1b[?1049h")
    expect(terminal.raw).not.toContain("\x1b[3J")
    expect(readFileSync(join(scene.project, "a.txt"), "utf8")).toBe("one\nzwei\n")
    terminal.type(keys.ctrlD)
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toMatch(/^Continue with: holdfast -r \w{8}$/m)
    expect(terminal.screen()).not.toMatch(prompt)
  })

  it("begins with a task of the command line, and shows a command's output while it runs", async () => {
    const scene = uiScene()
    const model = scene.script(untilReleased(scene), { text: "Ready." })
    const terminal = scene.inTerminal(["--model", model, "Do the thing"])
    await terminal.until(/bash echo begun.* {2}\d+ s\n {2}begun$/m)
    expect(terminal.screen()).toMatch(/Running {2}\d+ s {2}Esc to stop/)
    release(scene)
    await terminal.until(/^Ready\.$/m)
    expect(await scene.inputs()).toEqual([{ text: "Do the thing", kind: "send", as: "task" }])
  })

  it("continues the last session of the project, with what was said in it", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "The first answer." }, { text: "The second answer." })
    await scene.run("run", "First", "--model", model)
    const terminal = await scene.open(["-c"])
    await terminal.until("The first answer.")
    terminal.type(`Second${keys.enter}`)
    await terminal.until("The second answer.")
    expect(await scene.inputs()).toHaveLength(2)
  })

  it("picks a session by a part of its title", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "About the cellar." })
    await scene.run("run", "Paint the cellar", "--model", model)
    await scene.run("run", "Wash the windows", "--model", model)
    const terminal = scene.inTerminal(["-r"])
    await terminal.until(/Paint the cellar[\s\S]*Enter chooses/)
    terminal.type("cellar")
    await terminal.until((screen) => !screen.includes("Wash the windows"))
    terminal.type(keys.enter)
    await terminal.until("About the cellar.")
  })

  it("stops the turn at Esc", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal([
      "--model",
      scene.script(untilReleased(scene), { text: "Never." }),
      "Do the thing",
    ])
    await terminal.until(/^ {2}begun$/m)
    terminal.type(keys.escape)
    await terminal.until("■ Stopped by you")
    await terminal.until(prompt)
    expect(terminal.screen()).not.toContain("Never.")
    expect(existsSync(join(scene.project, "..", "go"))).toBe(false)
  })
})

describe("another session in the same window", () => {
  it("shows its own answers after /clear", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "The first answer." })
    const terminal = scene.inTerminal(["--model", model, "First task"])
    await terminal.until(/^The first answer\.\n\n✓ Done/m)
    terminal.type(`/clear${keys.enter}`)
    await terminal.until("A new session begins with your next message.")
    terminal.type(`Second task${keys.enter}`)
    await terminal.until(/begins with your next message[\s\S]*^› Second task\n\nThe first answer\.\n\n✓ Done/m)
    expect((await scene.use((store) => store.list())).items).toHaveLength(2)
  })

  it("pauses the turn of this one only where that is chosen", async () => {
    const scene = uiScene()
    const model = scene.script(untilReleased(scene))
    const terminal = scene.inTerminal(["--model", model, "Do the thing"])
    await terminal.until(/^ {2}begun$/m)
    terminal.type(`/clear${keys.enter}`)
    await terminal.until(/The turn pauses when another session opens[\s\S]*Stay in this session/)
    terminal.type(keys.escape)
    await terminal.until((screen) => !screen.includes("Stay in this session"))
    expect(terminal.screen()).not.toContain("A new session begins")
    const statuses = () => scene.use(async (store) => (await store.list()).items.map(({ status }) => status))
    expect(await statuses()).toEqual(["running"])
    terminal.type(`/clear${keys.enter}`)
    await terminal.until("Pause the turn")
    terminal.type(keys.enter)
    await terminal.until("A new session begins")
    expect(await statuses()).toEqual(["interrupted"])
  })
})

describe("without a terminal", () => {
  it("shows how to start, and refuses a task", async () => {
    const scene = uiScene()
    expect(await scene.run()).toMatchObject({ code: 0, stdout: expect.stringContaining("holdfast run") })
    const refused = await scene.run("Fix the login")
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('holdfast run "task"') })
  })
})
