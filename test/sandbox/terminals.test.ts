import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import { openPty } from "../cli/pty.ts"
import { type SandboxScene, sandboxScene } from "./scene.ts"

let scene: SandboxScene
beforeAll(async () => {
  scene = await sandboxScene()
})
afterAll(() => scene.close())

const system = await sandboxSystem()
const isConfined = system.kind === "landlock" && system.namespaces

/** A terminal of another program, where somebody may type. */
async function terminalOfYours() {
  const terminal = openPty(["bash", "--norc", "-c", "tty; read -r; echo ended"], { cwd: "/", env: {} })
  await terminal.until(/\/dev\/pts\/\d+/)
  const [path = ""] = /\/dev\/pts\/\d+/.exec(terminal.screen()) ?? []
  return { terminal, path }
}

describe.skipIf(!isConfined)("the terminals of other programs", () => {
  it("are neither read nor written by a command in the sandbox", async () => {
    const { terminal, path } = await terminalOfYours()
    for (const mode of ["read-only", "workspace-write"] as const) {
      await scene.run(`echo CANARY-${mode} > ${path}; true`, { mode })
    }
    await scene.run(`echo shown > ${path}`)
    await terminal.until("shown")
    expect(terminal.raw).not.toContain("CANARY")
    terminal.type("\r")
    await terminal.ended
  })

  it("do not keep a command from a terminal of its own", async () => {
    const { terminal } = await terminalOfYours()
    const own = `python3 -c 'import pty; pty.spawn(["sh", "-c", "tty && echo mine"])'`
    const { output, exitCode } = await scene.run(own, { mode: "workspace-write" })
    expect({ output, exitCode }).toEqual({ output: expect.stringMatching(/\/dev\/pts\/\d+\s+mine/), exitCode: 0 })
    terminal.type("\r")
    await terminal.ended
  })
})
