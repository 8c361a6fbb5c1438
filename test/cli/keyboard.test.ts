import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openPty } from "./pty.ts"
import { turnScene } from "./run-scene.ts"
import { bin } from "./scene.ts"

const bash = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] })
/** Runs until the test lets it end. */
const untilReleased = (scene: { project: string }) =>
  bash(`touch started; until [ -e ${join(scene.project, "go")} ]; do sleep 0.05; done`)
const release = ({ project }: { project: string }) => mkdirSync(join(project, "go"))

describe("the keyboard during a turn", () => {
  it("does not answer an approval with what was typed before it appeared", async () => {
    const scene = turnScene()
    mkdirSync(join(scene.project, "victim"))
    const model = scene.script(untilReleased(scene), bash("rm -rf victim"), { text: "Done." })
    const terminal = scene.inTerminal(["run", "go", "--model", model])
    await terminal.until("bash touch started")
    terminal.type("y\r")
    await terminal.until("Sent to the model at its next step: y")
    terminal.type("y")
    await terminal.until(/^Message: y$/m)
    release(scene)
    await terminal.until(/Run this command\?[\s\S]*rm -rf victim[\s\S]*\n> *$/)
    terminal.type("\r")
    await terminal.until("Type y, s, a or n.")
    expect(existsSync(join(scene.project, "victim"))).toBe(true)
    terminal.type("n\r")
    await terminal.until("Why not?")
    terminal.type("keep it\r")
    await terminal.ended
    expect(terminal.screen()).toContain("Not sent: y")
    expect(existsSync(join(scene.project, "victim"))).toBe(true)
  })

  it("gives the model what is typed, and the shell none of it", async () => {
    const scene = turnScene()
    const model = scene.script(untilReleased(scene), { text: "First." }, { text: "Second." })
    const env = { HOLDFAST_HOME: scene.home, HOLDFAST_CONFIG: scene.config, HOLDFAST_SCRIPT_DELAY: "0", PS1: "shell: " }
    const shell = openPty(["bash", "--norc", "-i"], { cwd: scene.project, env })
    await shell.until("shell:")
    shell.type(`${process.execPath} ${bin} run go --model ${model}\r`)
    await shell.until("bash touch started")
    shell.type("touch typed\r")
    await shell.until("Sent to the model at its next step: touch typed")
    shell.type("touch half")
    await shell.until(/^Message: touch half$/m)
    release(scene)
    await shell.until(/Not sent: touch half[\s\S]*shell: *$/)
    shell.type("exit\r")
    await shell.ended
    expect(existsSync(join(scene.project, "typed"))).toBe(false)
    expect(shell.screen()).not.toContain("command not found")
    const { sessions } = (await scene.json("sessions")) as { sessions: { id: string }[] }
    const log = await scene.run("log", sessions[0]?.id ?? "", "--json", "--type", "input")
    const events = log.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(
      events.filter(({ type }) => type !== "input.edited").map(({ type, data }) => [type, data.kind ?? data.as]),
    ).toEqual([
      ["input.accepted", "send"],
      ["input.consumed", "task"],
      ["input.accepted", "steer"],
      ["input.consumed", "steer"],
    ])
  })

  it("shows what is being typed below text that streams", async () => {
    const scene = turnScene({ delay: "1" })
    // A paragraph is printed when it is whole.
    const words = Array.from({ length: 100 }, (_, index) => `word${index}${index % 4 === 3 ? "\n\n" : " "}`).join("")
    const model = scene.script({ text: words, chunkChars: 5, chunkDelayMs: 50 }, { text: "Fine." })
    const terminal = scene.inTerminal(["run", "go", "--model", model], { columns: 50 })
    await terminal.until("word3")
    terminal.type("shorter please")
    await terminal.until(/word\d+\nMessage: shorter please$/)
    await terminal.until(/word20\b[\s\S]*\nMessage: shorter please$/)
    terminal.type("\r")
    expect(await terminal.ended).toBe(0)
    const shown = terminal.screen()
    expect(shown).toContain("Sent to the model at its next step: shorter please")
    for (let index = 0; index < 100; index++) expect(shown).toMatch(new RegExp(`\\bword${index}\\b`))
    expect(shown).toContain("Fine.")
  })

  it("leaves an ask open at Ctrl-D, and cancels at Ctrl-C", async () => {
    const scene = turnScene()
    mkdirSync(join(scene.project, "build"))
    const first = scene.inTerminal(["run", "go", "--model", scene.script(bash("rm -rf build"))])
    await first.until(/\n> *$/)
    first.type("\x04")
    expect(await first.ended).toBe(3)
    const second = scene.inTerminal(["run", "go", "--model", scene.script(untilReleased(scene))])
    await second.until("bash touch started")
    second.type("\x03")
    expect(await second.ended).toBe(130)
    expect(second.screen()).toContain("■ Stopped by you")
  })

  it("runs in the background of a shell without being stopped by the terminal", async () => {
    const scene = turnScene()
    const env = { HOLDFAST_HOME: scene.home, HOLDFAST_CONFIG: scene.config, HOLDFAST_SCRIPT_DELAY: "0", PS1: "shell: " }
    const shell = openPty(["bash", "--norc", "-i"], { cwd: scene.project, env })
    await shell.until("shell:")
    shell.type(`set -b; ${process.execPath} ${bin} run go --model ${scene.script({ text: "All is well." })} &\r`)
    await shell.until(/All is well\.[\s\S]*\[1\]\+ +Done/)
    shell.type("exit\r")
    await shell.ended
  })
})
