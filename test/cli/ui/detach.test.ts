import { spawn } from "node:child_process"
import { describe, expect, it, onTestFinished } from "vitest"
import { bin } from "../scene.ts"
import { keys, release, type UiScene, uiScene, untilReleased } from "./ui-scene.ts"

/** A server on the data directory of the scene, when it listens. */
async function server({ home, project, env }: UiScene): Promise<string> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json"], {
    cwd: project,
    env: { ...process.env, ...env, HOLDFAST_HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once("close", resolve))
    child.kill("SIGKILL")
    await ended
  })
  return new Promise((resolve, reject) => {
    let said = ""
    child.stdout.on("data", (chunk) => {
      said += chunk
      const url = /"url":\s*"([^"]+)"/.exec(said)?.[1]
      if (url) resolve(url)
    })
    child.once("close", () => reject(new Error(`The server ended: ${said}`)))
  })
}

describe("detaching", () => {
  it("leaves the turn to a running server with Ctrl-D, and says how to come back", async () => {
    const scene = uiScene()
    const url = await server(scene)
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
