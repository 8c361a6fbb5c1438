import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bash, keys, prompt, release, type UiScene, uiScene, untilReleased } from "./ui-scene.ts"

function withKeys(scene: UiScene, content: unknown): void {
  mkdirSync(scene.config, { recursive: true })
  writeFileSync(join(scene.config, "keys.json"), typeof content === "string" ? content : JSON.stringify(content))
}

describe("keys.json", () => {
  it("gives actions other keys, which /help then names", async () => {
    const scene = uiScene()
    withKeys(scene, { keys: { showOutput: "ctrl+t", "editor.cursorLineStart": ["ctrl+x"], stop: "f2" } })
    const terminal = scene.inTerminal(["--model", scene.script(bash("seq 101 130"), { text: "Counted." }), "Count it"])
    await terminal.until(/^Counted\.$/m)
    terminal.type("\x14")
    await terminal.until(/^bash seq 101 130 {2}30 lines\n/m)
    terminal.type("end\x18start ")
    await terminal.until(/^start end *$/m)
    terminal.type(`\x18/help \x0b${keys.enter}`)
    await terminal.until(/^Ctrl-T +shows the rest of the newest shortened output$/m)
    expect(terminal.screen()).toMatch(/^F2 +stops the turn$/m)
  })

  it("leaves the usual keys where it cannot be used, and says what is wrong", async () => {
    const scene = uiScene()
    withKeys(scene, { keys: { fly: "ctrl+x", showOutput: "ctrl-t" } })
    const first = await scene.open(["--model", scene.script({ text: "Hello." })])
    await first.until(
      /keys\.json:\s+keys\.showOutput\s+is\s+no\s+key\s+such\s+as\s+ctrl\+x\.\s+The\s+usual\s+keys\s+apply\./,
    )
    first.type(`Hi${keys.enter}`)
    await first.until(/^Hello\.$/m)
    withKeys(scene, { keys: { fly: "ctrl+x" } })
    const second = await scene.open(["--model", scene.script({ text: "Hello." })])
    await second.until(/keys\.json:\s+there\s+is\s+no\s+action\s+fly\./)
  })

  it("has the keys of vi where it asks for them", async () => {
    const scene = uiScene()
    withKeys(scene, { style: "vi" })
    const terminal = await scene.open(["--model", scene.script({ text: "Edited." })])
    terminal.type("one two three four")
    await terminal.until(/^one two three four *$/m)
    terminal.type(keys.escape)
    await terminal.until(/^NORMAL · /m)
    terminal.type("0dwwcw")
    await terminal.until((screen) => !screen.includes("NORMAL"))
    terminal.type("3")
    await terminal.until(/two 3 four *$/m)
    terminal.type(keys.escape)
    await terminal.until(/^NORMAL · /m)
    terminal.type("obelow")
    await terminal.until(/^below *$/m)
    terminal.type(keys.escape)
    await terminal.until(/^NORMAL · /m)
    terminal.type(`kddA!${keys.enter}`)
    await terminal.until(/^Edited\.$/m)
    expect((await scene.inputs())[0]?.text).toBe("below!")
    await terminal.until(prompt)
  })
})

describe("your own editor", () => {
  it("opens with Ctrl-G while the turn goes on, and what it saved is in the message", async () => {
    const scene = uiScene()
    const editor = scene.outside("edit")
    const closed = scene.outside("closed")
    writeFileSync(
      editor,
      `#!/bin/sh\necho IN THE EDITOR\nuntil [ -e ${closed} ]; do sleep 0.05; done\necho "$(cat "$1") and more" > "$1"\n`,
      { mode: 0o755 },
    )
    const model = scene.script(untilReleased(scene), { text: "Went on." }, { text: "Read it." })
    const terminal = scene.inTerminal(["--model", model, "Do the thing"], { env: { VISUAL: editor } })
    await terminal.until(/^ {2}begun$/m)
    terminal.type("this")
    await terminal.until(/^this *$/m)
    terminal.type(keys.ctrlG)
    await terminal.until("IN THE EDITOR")
    release(scene)
    // The log goes on while the editor has the terminal.
    await expect
      .poll(() =>
        scene.use(async (store) => (await store.state((await store.list()).items[0]?.id ?? "")).log.turn === null),
      )
      .toBe(true)
    writeFileSync(closed, "")
    await terminal.until(/^Went on\.$[\s\S]*^this and more *$/m)
    terminal.type(keys.enter)
    await terminal.until(/^› this and more\n\nRead it\.$/m)
  })
})
