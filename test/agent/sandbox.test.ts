import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import type { ScriptStep } from "../../src/index.ts"
import { sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import { eventsOf, run, type Scene, type SceneOptions, scene } from "./scene.ts"

const system = await sandboxSystem()
const isConfined = system.kind === "landlock" && system.namespaces

const bash = (id: string, command: string, more: Record<string, unknown> = {}): ScriptStep => ({
  toolCalls: [{ id, name: "bash", arguments: { command, ...more } }],
})

async function played(model: readonly ScriptStep[], options: Partial<SceneOptions> = {}): Promise<Scene> {
  const made = await scene({ model: [...model, { text: "Done." }], ...options })
  mkdirSync(join(dirname(made.workspace), ".ssh"))
  writeFileSync(join(dirname(made.workspace), ".ssh", "id_rsa"), "CANARY\n")
  return made
}

const outputs = async (of: Scene) =>
  (await eventsOf(of, "tool.finished")).map(({ data: { output } }) => ("text" in output ? output.text : ""))

async function answer(of: Scene, given: Parameters<Scene["agent"]["answer"]>[2]) {
  const [ask] = (await of.store.state(of.session)).log.asks.open
  await of.agent.answer(of.session, ask?.ask ?? "none", given)
  return of.agent.drive(of.session)
}

/** A server of this machine, outside of every sandbox. */
async function listening(): Promise<{ port: number; contacts: string[] }> {
  const contacts: string[] = []
  const server = createServer((request, response) => {
    contacts.push(request.url ?? "")
    response.end("served")
  })
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, contacts }
}

const get = (port: number) => `node -e 'fetch("http://127.0.0.1:${port}/").then((r) => r.text()).then(console.log)'`

describe.skipIf(!isConfined)("a command of the agent", () => {
  it("runs in the sandbox of its mode, as its intent in the log says, and reads no secret", async () => {
    const of = await played([bash("a", "bash steal.sh")])
    writeFileSync(join(of.workspace, "steal.sh"), "echo x > made; cat ~/.ssh/id_rsa ../data/*; true")
    await run(of)
    const [started] = await eventsOf(of, "tool.started")
    expect(started?.data.job?.sandbox).toEqual({ mode: "workspace-write" })
    expect(readFileSync(join(of.workspace, "made"), "utf8")).toBe("x\n")
    expect((await outputs(of)).join()).not.toContain("CANARY")
  })

  it("cannot touch the compiled code that Holdfast runs, wherever caches are", async () => {
    const caches = mkdtempSync(join(tmpdir(), "holdfast-caches-"))
    vi.stubEnv("XDG_CACHE_HOME", caches)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(caches, { recursive: true })
    })
    const of = await played([bash("a", "sh poison.sh")])
    writeFileSync(
      join(of.workspace, "poison.sh"),
      `cd ${caches}; echo x > other; mkdir -p holdfast; echo x > holdfast/poison; true`,
    )
    await run(of)
    expect(readdirSync(caches, { recursive: true }).sort()).toEqual(["holdfast", "other"])
  })

  it.each(["danger-full-access", "allow"] as const)("runs without one in %s", async (permissionMode) => {
    const of = await played([bash("a", "cat ~/.ssh/id_rsa")], { permissionMode })
    await run(of)
    const [started] = await eventsOf(of, "tool.started")
    expect(started?.data.job?.sandbox).toBeUndefined()
    expect((await outputs(of)).join()).toContain("CANARY")
  })

  it("tells the model what a failed command could not do, and how to ask", async () => {
    const of = await played([bash("a", "node write.js")])
    writeFileSync(join(of.workspace, "write.js"), 'require("fs").writeFileSync(process.env.HOME + "/data/escaped", "")')
    await run(of)
    expect((await outputs(of))[0]).toMatch(
      /Exit code 1\.\n\nIt ran in a sandbox: writes only in the workspace, .*, no network\. If that is why it failed, call bash again with network: true, or sandbox: "off" and a reason\.$/,
    )
  })

  it("asks a person before it leaves the sandbox, with the reason of the model, and an approval is for this command", async () => {
    const off = { sandbox: "off", reason: "The key is needed." }
    const of = await played([bash("a", "cat ~/.ssh/*", off), bash("b", "node -p 1", off)])
    await run(of)
    const [ask] = await eventsOf(of, "ask.opened")
    expect(ask?.data.question).toMatch(/^Run `cat ~\/\.ssh\/\*` without the sandbox\? .*"The key is needed\."/)
    expect(ask?.data.details).toContain("sandbox=off for this command")
    expect((await answer(of, { answer: "approve", scope: "session" })).rest).toBe("answer")
    expect((await outputs(of))[0]).toContain("CANARY")
    expect((await eventsOf(of, "ask.opened")).map(({ data }) => data.call)).toEqual(["a", "b"])
  })

  it("reaches no network, until a person grants it for the command", async () => {
    const { port, contacts } = await listening()
    const of = await played([
      bash("a", get(port)),
      bash("b", get(port), { network: true }),
      bash("c", get(port), { network: true }),
      bash("d", get(port)),
    ])
    await run(of)
    expect(contacts).toEqual([])
    const [ask] = await eventsOf(of, "ask.opened")
    expect(ask?.data.call).toBe("b")
    expect(ask?.data.question).toMatch(/with the network\? /)
    expect(ask?.data.details).toContain("sandbox=workspace-write, network on")
    await answer(of, { answer: "approve", scope: "session" })
    expect(contacts).toEqual(["/", "/"])
    const [a, b, c, d] = await outputs(of)
    expect([a, b, c, d].map((text) => text?.startsWith("served"))).toEqual([false, true, true, false])
    const jobs = (await eventsOf(of, "tool.started")).map(({ data }) => data.job?.sandbox)
    const on = { mode: "workspace-write", network: true }
    expect(jobs).toEqual([{ mode: "workspace-write" }, on, on, { mode: "workspace-write" }])
  })

  it("reaches the network where the settings say so, and runs as before where they switch the sandbox off", async () => {
    const { port, contacts } = await listening()
    const model = [bash("a", get(port))]
    await run(await played(model, { sandbox: { network: true } }))
    expect(contacts).toEqual(["/"])
    const of = await played([bash("a", "cat ~/.ssh/id_rsa > stolen || true"), bash("b", "node get.js")], {
      sandbox: { enabled: false },
    })
    await run(of)
    const [ask] = await eventsOf(of, "ask.opened")
    expect(ask?.data.details).toContain("sandbox=off in the settings")
    expect(existsSync(join(of.workspace, "stolen"))).toBe(false)
  })
})
