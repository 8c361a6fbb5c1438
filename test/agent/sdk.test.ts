import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { eraseSession, openAgent, rewind, scriptedModel, undo, why } from "../../src/index.ts"

it("gives programs what the commands have: why, undo, rewind and erase", async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const workspace = join(home, "workspace")
  mkdirSync(workspace)
  const script = [{ toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "agent" } }] }, { text: "Done." }]
  const agent = openAgent({
    directory: join(home, "data"),
    workspace,
    model: scriptedModel("scripted:sdk", script),
    env: { HOME: home, PATH: process.env.PATH, HOLDFAST_CONFIG: join(home, "config") },
  })
  onTestFinished(() => agent.close())
  const session = await agent.open()
  const { seq } = await agent.send(session, "Write a.txt.")
  await agent.drive(session)

  const reason = why(await Array.fromAsync(agent.store.read(session)), { driven: false })
  expect(reason).toMatchObject({ stop: { code: "completed-unverified" }, next: expect.arrayContaining(["undo"]) })
  expect(await undo(agent.store, session)).toMatchObject({ did: "undone", left: [] })
  expect(existsSync(join(workspace, "a.txt"))).toBe(false)
  expect(await rewind(agent.store, session, { to: { seq: seq - 1 } })).toMatchObject({ to: seq - 1, files: null })
  expect((await agent.store.state(session)).branch.messages).toBe(0)
  expect(await eraseSession(agent, session)).toMatchObject({ session })
  await expect(agent.store.row(session)).rejects.toMatchObject({ code: "erased" })
})
