import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { linesOf, type TurnScene, turnScene } from "./run-scene.ts"
import { finish, spawnCli } from "./scene.ts"

/** Runs the command line in another directory than the project. */
function runIn(at: TurnScene, cwd: string, ...argv: string[]) {
  return finish(spawnCli(argv, { home: at.home, cwd, env: { HOLDFAST_CONFIG: at.config, HOLDFAST_SCRIPT_DELAY: "0" } }))
}

/** A session with an open turn that no process drives, opened by the command line in a directory. */
async function interruptedIn(at: TurnScene, cwd: string): Promise<string> {
  const model = at.script({ text: "Hello." }, { text: "Hello again." })
  const ran = await runIn(at, cwd, "run", "hello", "--json", "--model", model)
  const id = String(linesOf(ran).at(-1)?.sessionId)
  await at.use((store) =>
    store.append(id, [{ type: "input.accepted", data: { input: "2", kind: "send", text: "again" } }], "intent"),
  )
  return id
}

async function isFound(at: TurnScene, cwd: string, id: string): Promise<void> {
  const listed = JSON.parse((await runIn(at, cwd, "sessions", "--json", "--project", ".")).stdout)
  expect(listed).toMatchObject({ sessions: [{ id, here: true, status: "interrupted" }] })
  expect(JSON.parse((await runIn(at, cwd, "why", "--json")).stdout)).toMatchObject({ session: id })
  expect(JSON.parse((await runIn(at, cwd, "status", "--json")).stdout)).toMatchObject({ session: { id } })
  expect(await runIn(at, cwd, "resume")).toMatchObject({ code: 0, stdout: "Hello again.\n" })
  const continued = await runIn(at, cwd, "run", "-c", "more", "--json")
  expect(linesOf(continued).at(-1)).toMatchObject({ sessionId: id, exitCode: 0 })
}

describe("the sessions of this project", { timeout: 60_000 }, () => {
  it("are found after a .git appeared above their workspace", async () => {
    const at = turnScene()
    const workspace = join(at.project, "packages", "shop")
    mkdirSync(workspace, { recursive: true })
    const id = await interruptedIn(at, workspace)
    mkdirSync(join(at.project, ".git"))
    await isFound(at, workspace, id)
  })

  it("are found from the top of a project that their workspace became part of, and through a symlink", async () => {
    const at = turnScene()
    const workspace = join(at.project, "packages")
    mkdirSync(workspace)
    const id = await interruptedIn(at, workspace)
    mkdirSync(join(at.project, ".git"))
    symlinkSync(at.project, at.outside("link"))
    await isFound(at, at.outside("link"), id)
  })

  it("are found after the .git above their workspace vanished, there and where it was", async () => {
    const at = turnScene()
    const workspace = join(at.project, "packages")
    mkdirSync(workspace)
    mkdirSync(join(at.project, ".git"))
    const id = await interruptedIn(at, workspace)
    rmSync(join(at.project, ".git"), { recursive: true })
    await isFound(at, workspace, id)
    const listed = JSON.parse((await runIn(at, at.project, "sessions", "--json")).stdout)
    expect(listed).toMatchObject({ sessions: [{ id, here: true }] })
  })

  it("are not those of a repository inside of it, nor of directories below one that is no project", async () => {
    const at = turnScene()
    const nested = join(at.project, "vendored")
    mkdirSync(join(nested, ".git"), { recursive: true })
    await interruptedIn(at, nested)
    const parent = realpathSync(join(at.project, ".."))
    for (const cwd of [at.project, parent]) {
      expect(await runIn(at, cwd, "run", "-c", "more")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("no session"),
      })
      expect(JSON.parse((await runIn(at, cwd, "sessions", "--json")).stdout)).toMatchObject({
        sessions: [{ here: false }],
      })
    }
    mkdirSync(join(at.project, ".git"))
    expect(JSON.parse((await runIn(at, at.project, "sessions", "--json", "--project", ".")).stdout)).toMatchObject({
      sessions: [],
    })
  })
})
