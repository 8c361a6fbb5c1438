import { describe, expect, it } from "vitest"
import { keys, release, serverOf, uiScene, untilReleased } from "./ui-scene.ts"

describe("detaching", () => {
  it("leaves the turn to a running server with Ctrl-D, and says how to come back", async () => {
    const scene = uiScene()
    const { url } = await serverOf(scene)
    const model = scene.script(untilReleased(scene), { text: "The server finished it." })
    const terminal = scene.inTerminal(["--model", model, "Do the thing"])
    await terminal.until(/^ {2}begun$/m)
    terminal.type(keys.ctrlD)
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen()).toContain(`The server at ${url} continues the turn.`)
    const [, id = ""] = /^Come back with: holdfast -r (\w+)$/m.exec(terminal.screen()) ?? []
    const again = scene.inTerminal(["-r", id])
    await again.until(/Running in process \d+/)
    again.type(`use tabs${keys.enter}`)
    await again.until("↳ next step: use tabs")
    release(scene)
    await again.until(/^› use tabs$[\s\S]*^The server finished it\.$/m)
  })

  it("says so where no server could continue, and stays", async () => {
    const scene = uiScene()
    const terminal = scene.inTerminal(["--model", scene.script(untilReleased(scene), { text: "Stayed." }), "Do it now"])
    await terminal.until(/^ {2}begun$/m)
    terminal.type(`/detach${keys.enter}`)
    await terminal.until("No server runs here that could continue the turn: start one with holdfast serve")
    release(scene)
    await terminal.until(/^Stayed\.$/m)
    terminal.type(`/detach${keys.enter}`)
    expect(await terminal.ended).toBe(0)
  })
})
