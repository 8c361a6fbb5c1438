import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bash, keys, release, uiScene, untilReleased, victim } from "./ui-scene.ts"

const question = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?", options: ["red", "green"] } }] }

describe("an approval in the session", () => {
  it("shows the command, and y runs it once", async () => {
    const scene = uiScene()
    const path = victim(scene)
    const terminal = scene.inTerminal(["--model", scene.script(bash("rm -rf victim"), { text: "Gone." }), "Remove it"])
    await terminal.until(/\? Run this command\?[\s\S]*^ {4}rm -rf victim$[\s\S]*\[y\] allow once/m)
    expect(existsSync(path)).toBe(true)
    terminal.type("y")
    await terminal.until(/Approved once[\s\S]*^Gone\.$/m)
    expect(existsSync(path)).toBe(false)
  })

  it("takes no key of a message that is being typed, and waits until Tab", async () => {
    const scene = uiScene()
    const path = victim(scene)
    const model = scene.script(untilReleased(scene), bash("rm -rf victim"), { text: "Kept." })
    const terminal = scene.inTerminal(["--model", model, "Remove it"])
    await terminal.until(/^ {2}begun$/m)
    terminal.type("yes pl")
    await terminal.until(/^yes pl *$/m)
    release(scene)
    await terminal.until("Tab answers the question above")
    terminal.type("ease y")
    await terminal.until(/^yes please y *$/m)
    expect(existsSync(path)).toBe(true)
    terminal.type(keys.tab)
    await terminal.until("[n] deny")
    terminal.type("n")
    await terminal.until("Reason (optional)")
    terminal.type(`I need it${keys.enter}`)
    await terminal.until(/Denied: I need it[\s\S]*^Kept\.$/m)
    await terminal.until(/^yes please y *$/m)
    expect(existsSync(path)).toBe(true)
  })

  it("has another command run with e", async () => {
    const scene = uiScene()
    const path = victim(scene)
    const model = scene.script(bash("rm -rf victim"), { text: "As you say." })
    const terminal = scene.inTerminal(["--model", model, "Remove it"])
    await terminal.until("[e] edit it")
    terminal.type("e")
    await terminal.until(/^> rm -rf victim/m)
    terminal.type(`/old${keys.enter}`)
    await terminal.until(/Denied: Run this command instead: rm -rf victim\/old[\s\S]*^As you say\.$/m)
    expect(existsSync(path)).toBe(true)
  })
})

describe("an approval of an edit", () => {
  it("shows the change in colours before anything is written", async () => {
    const scene = uiScene()
    const file = join(scene.project, "a.txt")
    writeFileSync(file, "one\ntwo\n")
    const model = scene.script(
      { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { toolCalls: [{ name: "edit", arguments: { path: "a.txt", old: "two", new: "zwei" } }] },
      { text: "Translated." },
    )
    const terminal = scene.inTerminal(["--model", model, "--permission-mode", "prompt", "Translate it"])
    await terminal.until("[y]")
    terminal.type("y")
    await terminal.until(/-two\n +\+zwei\n[\s\S]*\[y\]/)
    expect(readFileSync(file, "utf8")).toBe("one\ntwo\n")
    expect(terminal.raw).toMatch(/\[31m +-two[\s\S]*\[32m +\+zwei/)
    terminal.type("y")
    await terminal.until(/^Translated\.$/m)
    expect(readFileSync(file, "utf8")).toBe("one\nzwei\n")
  })
})

describe("an approval of a command without the sandbox", () => {
  it("offers no rule, and says it whole in a narrow window", async () => {
    const scene = uiScene()
    const outside = {
      toolCalls: [{ name: "bash", arguments: { command: "true", sandbox: "off", reason: "it needs to" } }],
    }
    const terminal = scene.inTerminal(["--model", scene.script(outside, { text: "Denied it." }), "Do the thing"], {
      columns: 60,
    })
    await terminal.until(/\[s\] allow for this session: exactly this command, in this\s+directory, without the sandbox/)
    expect(terminal.screen()).toMatch(/\[y\] allow once\n/)
    expect(terminal.screen()).not.toMatch(/always|\[y\]es/)
    terminal.type("n")
    await terminal.until("Reason (optional)")
    terminal.type(keys.enter)
    await terminal.until(/^Denied it\.$/m)
  })
})

describe("a question in the session", () => {
  it("takes a number of its options or words, and no other number", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal(["--model", scene.script(question, { text: "Green it is." }), "Paint it"])
    await terminal.until(/\? Which colour\?[\s\S]*2 green[\s\S]*A number, or your own words/)
    terminal.type(`3${keys.enter}`)
    await terminal.until("There is no option 3.")
    terminal.type(`\x152${keys.enter}`)
    await terminal.until(/Answered: [\s\S]*^Green it is\.$/m)
  })
})
