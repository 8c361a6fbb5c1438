import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { draftKey } from "../../../src/agent/configuration/aside-settings.ts"
import { keys, prompt, release, uiScene, untilReleased } from "./ui-scene.ts"

describe("typing while it works", () => {
  it("steers with Enter and queues with Tab, and shows what waits", async () => {
    const scene = uiScene()
    const model = scene.script(untilReleased(scene), { text: "Heard you." }, { text: "Then this." })
    const terminal = scene.inTerminal(["--model", model, "Do the thing"])
    await terminal.until(/^ {2}begun$/m)
    terminal.type("use tabs")
    await terminal.until(/^use tabs *$/m)
    terminal.type(keys.enter)
    await terminal.until("↳ next step: use tabs")
    terminal.type("and the docs")
    await terminal.until(/^and the docs *$/m)
    terminal.type(keys.tab)
    await terminal.until("↳ queued: and the docs")
    release(scene)
    await terminal.until("Then this.")
    expect(terminal.screen()).not.toContain("↳")
    expect(terminal.screen()).toMatch(/^› use tabs$[\s\S]*^Heard you\.$[\s\S]*^› and the docs$[\s\S]*^Then this\.$/m)
    expect(await scene.inputs()).toEqual([
      { text: "Do the thing", kind: "send", as: "task" },
      { text: "use tabs", kind: "steer", as: "steer" },
      { text: "and the docs", kind: "queue", as: "task" },
    ])
  })

  it("takes a waiting message back into the editor with Alt-Up", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal([
      "--model",
      scene.script(untilReleased(scene), { text: "Done." }),
      "Do the thing",
    ])
    await terminal.until(/^ {2}begun$/m)
    terminal.type(`wrong${keys.enter}`)
    await terminal.until("↳ next step: wrong")
    terminal.type(keys.altUp)
    await terminal.until((screen) => !screen.includes("↳") && /^wrong *$/m.test(screen))
    terminal.type(`, right${keys.enter}`)
    await terminal.until("↳ next step: wrong, right")
    release(scene)
    await terminal.until(/^› wrong, right$[\s\S]*^Done\.$/m)
    expect((await scene.inputs()).map(({ text, as }) => [text, as])).toEqual([
      ["Do the thing", "task"],
      ["wrong", null],
      ["wrong, right", "steer"],
    ])
  })

  it("keeps a draft when the process is killed", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal([
      "--model",
      scene.script(untilReleased(scene), { text: "Done." }),
      "Do the thing",
    ])
    await terminal.until(/^ {2}begun$/m)
    terminal.type("half a thou")
    await expect
      .poll(() => scene.use(async (store) => store.setting(draftKey((await store.list()).items[0]?.id ?? ""))))
      .toEqual({ text: "half a thou", attachments: [] })
    process.kill(terminal.pid, "SIGKILL")
    await terminal.ended
    const again = scene.inTerminal(["-c"])
    await again.until(/This turn was interrupted\. Enter resumes it\.[\s\S]*^half a thou *$/m)
    again.type(`ght${keys.enter}`)
    release(scene)
    await again.until(/^› half a thought$[\s\S]*^Done\.$/m)
    expect((await scene.inputs()).map(({ text, as }) => [text, as])).toEqual([
      ["Do the thing", "task"],
      ["half a thought", "steer"],
    ])
  })
})

describe("what is typed", () => {
  it("completes commands after /, and says what one does not know", async () => {
    const scene = uiScene()
    const terminal = await scene.open(["--model", scene.script({ text: "Hello." })])
    terminal.type("/per")
    await terminal.until(/permissions.*What may run without asking/)
    terminal.type(keys.enter)
    await terminal.until(/read-only.*reads only[\s\S]*Enter chooses/)
    terminal.type(`read${keys.enter}`)
    await terminal.until("Permissions: read-only")
    await terminal.until(/ · read-only/)
    terminal.type(`/nothing${keys.enter}`)
    await terminal.until("There is no command /nothing.")
  })

  it("revokes what is always allowed with /permissions rules", async () => {
    const scene = uiScene()
    const file = join(scene.config, "permissions.json")
    mkdirSync(scene.config, { recursive: true })
    writeFileSync(file, JSON.stringify({ allow: [{ tool: "bash", command: "make" }] }))
    const terminal = await scene.open(["--model", scene.script({ text: "Hello." })])
    terminal.type(`/permissions rules${keys.enter}`)
    await terminal.until(/exactly make, in every directory/)
    terminal.type(keys.enter)
    await terminal.until("Revoked: exactly make, in every directory, in every session.")
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ allow: [] })
    terminal.type(`/permissions rules${keys.enter}`)
    await terminal.until("You have no rules that always allow something.")
  })

  it("completes files and folders after @", async () => {
    const scene = uiScene()
    mkdirSync(join(scene.project, "docs"))
    writeFileSync(join(scene.project, "docs", "guide.md"), "")
    writeFileSync(join(scene.project, "main.ts"), "")
    const model = scene.script({ text: "I read it." })
    const terminal = await scene.open(["--model", model])
    terminal.type("Read @gui")
    await terminal.until(/docs\/guide\.md/)
    terminal.type(keys.tab)
    await terminal.until(/^Read @docs\/guide\.md *$/m)
    terminal.type(`now${keys.enter}`)
    await terminal.until("I read it.")
    expect((await scene.inputs())[0]?.text).toBe("Read @docs/guide.md now")
  })

  it("is a file where a large text is pasted, and goes with the message", async () => {
    const scene = uiScene()
    const text = Array.from({ length: 5_000 }, (_, line) => `line ${line + 1}`).join("\n")
    const terminal = await scene.open(["--model", scene.script({ text: "Long." })])
    terminal.type(keys.paste(text))
    await terminal.until("[pasted 5,000 lines]")
    terminal.type(`what is this${keys.enter}`)
    await terminal.until(/^Long\.$/m)
    const kept = await scene.use(async (store) => {
      const [row] = (await store.list()).items
      const events = await Array.fromAsync(store.read(row?.id ?? ""))
      const accepted = events.find(({ type }) => type === "input.accepted")
      const { text, attachments } = (accepted?.data ?? {}) as {
        text: string
        attachments: { blob: string; name: string }[]
      }
      const bytes = await store.blob(attachments[0]?.blob ?? "")
      return { text, names: attachments.map(({ name }) => name), content: new TextDecoder().decode(bytes) }
    })
    expect(kept).toEqual({
      text: "[pasted 5,000 lines] what is this",
      names: ["pasted 5,000 lines.txt"],
      content: text,
    })
  })

  it("goes with the file also where Enter comes with the paste", async () => {
    const scene = uiScene()
    const text = Array.from({ length: 400 }, (_, line) => `line ${line + 1}`).join("\n")
    const terminal = await scene.open(["--model", scene.script({ text: "Long." })])
    terminal.type(`look: ${keys.paste(text)}${keys.enter}`)
    await terminal.until(/^Long\.$/m)
    expect((await scene.inputs())[0]?.text).toBe("look: [pasted 400 lines]")
    await terminal.until(prompt)
  })

  it("shows with /diff what has changed and which files are new, and runs no program of the repository", async () => {
    const scene = uiScene()
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...words], { cwd: scene.project })
    git("init", "-q")
    writeFileSync(join(scene.project, "main.ts"), "one\n")
    git("add", ".")
    git("commit", "-qm", "Begin")
    git("config", "diff.external", `touch ${scene.outside("ran")}; true`)
    const terminal = await scene.open(["--model", scene.script({ text: "Ok." })])
    terminal.type(`/diff${keys.enter}`)
    await terminal.until("Nothing has changed since the last commit.")
    writeFileSync(join(scene.project, "main.ts"), "two\n")
    writeFileSync(join(scene.project, "new.ts"), "")
    terminal.type(`/diff${keys.enter}`)
    await terminal.until(/^-one\n\+two\n\nNew files:\n {2}new\.ts$/m)
    expect(existsSync(scene.outside("ran"))).toBe(false)
  })

  it("finds what was said before with Ctrl-R, in all sessions of the project", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "Ok." })
    await scene.run("run", "Paint the cellar", "--model", model)
    await scene.run("run", "Wash the windows", "--model", model)
    const terminal = await scene.open(["--model", model])
    terminal.type(keys.ctrlR)
    await terminal.until(/Wash the windows[\s\S]*Paint the cellar/)
    terminal.type("cell")
    await terminal.until((screen) => !screen.includes("Wash the windows"))
    terminal.type(keys.enter)
    await terminal.until(/^Paint the cellar *$/m)
  })

  it("runs a command of yours after !, and gives the model its output with the next message", async () => {
    const scene = uiScene()
    const terminal = await scene.open(["--model", scene.script({ text: "I see it." })])
    terminal.type(`!echo out of the shell${keys.enter}`)
    await terminal.until(/^\$ echo out of the shell\nout of the shell$/m)
    await terminal.until("[output of echo out of the shell]")
    terminal.type(`what is that${keys.enter}`)
    await terminal.until("I see it.")
    expect((await scene.inputs())[0]?.text).toBe("[output of echo out of the shell] what is that")
  })

  it("goes on after Ctrl-Z where no shell could continue it", async () => {
    const scene = uiScene()
    const terminal = await scene.open(["--model", scene.script({ text: "Still here." })])
    terminal.type(keys.ctrlZ)
    // It takes the terminal over again.
    await terminal.until(() => terminal.raw.split("\x1b[?2004h").length > 2)
    terminal.type(`Are you there${keys.enter}`)
    await terminal.until(/^Still here\.$/m)
  })

  it("may have several lines", async () => {
    const scene = uiScene()
    const terminal = await scene.open(["--model", scene.script({ text: "Both." })])
    terminal.type("one\\")
    await terminal.until(/^one\\ *$/m)
    terminal.type(`${keys.enter}two`)
    await terminal.until(/^one *\ntwo *$/m)
    terminal.type(keys.enter)
    await terminal.until("Both.")
    expect((await scene.inputs())[0]?.text).toBe("one\ntwo")
    await terminal.until(prompt)
  })
})
