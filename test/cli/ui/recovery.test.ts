import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { streamOf } from "../run-scene.ts"
import { keys, release, uiScene, untilReleased } from "./ui-scene.ts"

describe("a session that another process drives", () => {
  it("is a live view that steers, and is taken over when that process is killed", async () => {
    const scene = uiScene()
    const model = scene.script(untilReleased(scene), { text: "Heard in the end." })
    const owner = scene.start("run", "Do the thing", "--json", "--model", model)
    await streamOf(owner).until(({ type }) => type === "tool.started")
    const terminal = scene.inTerminal(["-c"])
    await terminal.until(/in process \d+/)
    terminal.type(`use tabs${keys.enter}`)
    await terminal.until("↳ next step: use tabs")
    owner.kill("SIGKILL")
    await terminal.until(/Running {2}\d/)
    terminal.type("not se")
    await terminal.until(/^not se *$/m)
    release(scene)
    await terminal.until(/^› use tabs$[\s\S]*^Heard in the end\.$/m)
    expect(terminal.screen()).toMatch(/^not se *$/m)
    expect((await scene.inputs()).map(({ text, as }) => [text, as])).toEqual([
      ["Do the thing", "task"],
      ["use tabs", "steer"],
    ])
  })
})

describe("a session that was killed", () => {
  it("is named when holdfast starts again, and Enter resumes it", async () => {
    const scene = uiScene()
    const model = scene.script(untilReleased(scene), { text: "Back again." })
    const killed = scene.inTerminal(["--model", model, "Do the thing"])
    await killed.until(/^ {2}begun$/m)
    process.kill(killed.pid, "SIGKILL")
    await killed.ended
    const terminal = await scene.open(["--model", model])
    await terminal.until(/“Do the thing” was interrupted just now\. Enter resumes it/)
    release(scene)
    terminal.type(keys.enter)
    await terminal.until(/Resumed after an interruption[\s\S]*^Back again\.$/m)
    expect(await scene.inputs()).toHaveLength(1)
  })
})

describe("a session that is only looked at", () => {
  it("is left as it was, where a turn was interrupted", async () => {
    const scene = uiScene()
    const killed = scene.inTerminal(["--model", scene.script(untilReleased(scene)), "Do the thing"])
    await killed.until(/^ {2}begun$/m)
    process.kill(killed.pid, "SIGKILL")
    await killed.ended
    const types = () =>
      scene.use(async (store) => {
        const events = await Array.fromAsync(store.read((await store.list()).items[0]?.id ?? ""))
        return events.map(({ type }) => type)
      })
    const before = await types()
    const terminal = scene.inTerminal(["-c"])
    await terminal.until("Enter resumes it.")
    terminal.type(keys.ctrlD)
    expect(await terminal.ended).toBe(0)
    expect(await types()).toEqual(before)
  })
})

describe("leaving", () => {
  it("ends a command of yours, and a list to choose from", async () => {
    const scene = uiScene()
    const terminal = await scene.open(["--model", scene.script({ text: "Sent." })])
    terminal.type(`!echo begun > ${scene.outside("begun")}; sleep 600${keys.enter}`)
    await expect.poll(() => existsSync(scene.outside("begun"))).toBe(true)
    terminal.type(`Do it now${keys.enter}`)
    await terminal.until(/^Sent\.\n\n✓ Done/m)
    terminal.type(keys.ctrlR)
    await terminal.until(/Do it now[\s\S]*Enter chooses/)
    process.kill(terminal.pid, "SIGTERM")
    expect(await terminal.ended).toBe(0)
    const again = scene.inTerminal(["-c"])
    await again.until(/^\[output of echo begun/m)
  })

  it("says that the turn pauses, and leaves it open", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal([
      "--model",
      scene.script(untilReleased(scene), { text: "Later." }),
      "Do the thing",
    ])
    await terminal.until(/^ {2}begun$/m)
    terminal.type(keys.ctrlD)
    await terminal.until("The turn pauses; holdfast -c opens it")
    terminal.type(keys.ctrlD)
    expect(await terminal.ended).toBe(0)
    release(scene)
    const again = scene.inTerminal(["-c"])
    await again.until("Enter resumes it.")
    again.type(keys.enter)
    await again.until(/^Later\.$/m)
  })
})
