import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { saidIn } from "../loopback-model.ts"
import { bash, keys, loopbackScene, uiScene } from "./ui-scene.ts"

const put = (project: string, path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

describe("commands of one's own", () => {
  it("are listed after /, and stand for what their file says, with the words after the name", async () => {
    const { scene, requests, options } = await loopbackScene({ text: "Reviewed." }, { text: "Split." })
    put(
      scene.project,
      ".claude/commands/review.md",
      "---\ndescription: Review the code\n---\nLook closely at $ARGUMENTS.",
    )
    put(scene.project, ".agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Read PDF files\n---\nUse qpdf.")
    const terminal = await scene.open(options)
    terminal.type("/rev")
    await terminal.until(/review +Review the code \(\.claude\/commands\/review\.md\)/)
    terminal.type(`iew the login${keys.enter}`)
    await terminal.until(/^Reviewed\.$/m)
    expect(terminal.screen()).toMatch(/^› \/review the login\n\nReviewed\.$/m)
    expect(saidIn(requests[0]?.messages)).toContain("Look closely at the login.")
    terminal.type(`/pdf split it${keys.enter}`)
    await terminal.until(/^› \/pdf split it\n\nSplit\.$/m)
    expect(saidIn(requests[1]?.messages)).toContain("Use qpdf.")
  })
})

describe("a setting", () => {
  it("is how long the model thinks, which its provider is told", async () => {
    const { scene, requests, options } = await loopbackScene({ text: "Thought." }, { text: "As usual." })
    const terminal = await scene.open(options)
    terminal.type(`/effort much${keys.enter}`)
    await terminal.until("Effort is one of auto, low, medium, high, max, not much.")
    terminal.type(`/effort high${keys.enter}`)
    await terminal.until("Effort: high, thinks longer")
    terminal.type(`Think${keys.enter}`)
    await terminal.until(/^Thought\.$/m)
    expect(terminal.screen()).toContain(" · effort high · ")
    terminal.type(`/effort auto${keys.enter}`)
    await terminal.until("Effort: auto")
    terminal.type(`Again${keys.enter}`)
    await terminal.until(/^As usual\.$/m)
    expect(requests.map(({ body }) => body.reasoning_effort)).toEqual(["high", undefined])
  })

  it("is a plan before the work, also for the task that comes with it", async () => {
    const scene = uiScene()
    const plan = "# File Changes\n- a.txt\n\n# Execution Order\n1. Write it.\n"
    const terminal = await scene.open(["--model", scene.script({ text: plan }, { text: plan }, { text: "Planned." })])
    terminal.type(`/plan Write a.txt${keys.enter}`)
    await terminal.until("Mode: plan. /mode auto goes back.")
    await terminal.until("[y] approve   [n] no, and what to change")
    expect((await scene.inputs()).map(({ text }) => text)).toEqual(["Write a.txt"])
  })

  it("is the default model, with an AGENTS.md, after /init", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "Hello." })
    const terminal = await scene.open(["--model", model])
    terminal.type(`/init${keys.enter}`)
    await terminal.until(/Created .*AGENTS\.md\./)
    expect(existsSync(join(scene.project, "AGENTS.md"))).toBe(true)
    expect(JSON.parse(readFileSync(join(scene.config, "config.json"), "utf8"))).toEqual({ model })
  })
})

describe("looking", () => {
  it("finds a session by what was said in it, and opens it", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "The lamp is in the cellar." })
    await scene.run("run", "Where is it", "--model", model)
    await scene.run("run", "Wash the windows", "--model", scene.script({ text: "Washed." }))
    const terminal = await scene.open(["--model", model])
    terminal.type(`/search lamp${keys.enter}`)
    await terminal.until(/Sessions with “lamp”[\s\S]*The lamp is in the cellar\. +Where is it/)
    expect(terminal.screen()).not.toContain("Washed.")
    terminal.type(keys.enter)
    await terminal.until(/^› Where is it\n\nThe lamp is in the cellar\.$/m)
    terminal.type(`/search nowhere${keys.enter}`)
    await terminal.until("Nothing found for nowhere.")
  })

  it("says how full the context is, and what was used", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "Done.", usage: { input: 1234, output: 56 } })
    const terminal = scene.inTerminal(["--model", model, "Do the thing"])
    await terminal.until(/✓ Done/)
    terminal.type(`/context${keys.enter}`)
    await terminal.until(/Context: [\d,]+ tokens?; the window is not known\./)
    terminal.type(`/usage${keys.enter}`)
    await terminal.until("1 call: 1,234 tokens in, 56 out; the price of this model is not known.")
  })

  it("shows with Ctrl-O all of an output that was shortened", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal(["--model", scene.script(bash("seq 101 130"), { text: "Counted." }), "Count it"])
    await terminal.until(/^ {2}104\n {2}… 26 more lines, Ctrl-O shows all$[\s\S]*^Counted\.$/m)
    terminal.type(keys.ctrlO)
    await terminal.until(/^bash seq 101 130 {2}30 lines\n {2}101\n[\s\S]*^ {2}130$/m)
    terminal.type(keys.ctrlO)
    await terminal.until("No output was shortened.")
  })
})

describe("a command that is typed fast", () => {
  it("is the one that was typed, whatever the list showed when it came up", async () => {
    const scene = uiScene()
    const terminal = await scene.open(["--model", scene.script({ text: "Hello." })])
    terminal.type("/")
    await terminal.until(/→ help +Keys and commands/)
    terminal.type(`cost${keys.enter}`)
    await terminal.until("No tokens used yet.")
    expect(terminal.screen()).not.toContain("There is no command")
  })
})
