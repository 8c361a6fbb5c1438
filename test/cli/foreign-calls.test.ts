import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openStore } from "../../src/index.ts"
import { writeFar } from "../agent/far-log.ts"
import { type TurnScene, turnScene } from "./run-scene.ts"

const touch = { name: "bash", arguments: { command: "touch canary" } }

/** A session of another machine, cut off after a call, in a file and in a backup of its store. */
async function farSession({ project, outside }: TurnScene): Promise<{ id: string; file: string; backup: string }> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-far-"))
  const [file, backup] = [outside("session.jsonl"), outside("stranger.db")]
  const store = openStore({ directory })
  const id = await writeFar(store, { workspace: project, tool: touch })
  await store.backup(backup)
  await store.close()
  const far = turnScene()
  await far.run("backup", "--restore", backup, "--yes")
  await far.run("export", id, "-o", file)
  rmSync(directory, { recursive: true })
  return { id, file, backup }
}

describe("a call that was left open on another machine", () => {
  it.each([
    ["resume", (id: string) => ["resume", id]],
    ["a message", (id: string) => ["run", "--session", id, "Go on."]],
  ])("is not run by %s after an import, whatever is allowed", async (_, act) => {
    const here = turnScene()
    const { id, file } = await farSession(here)
    expect(await here.run("import", file)).toMatchObject({ code: 0 })
    const allowed = ["--permission-mode", "allow", "--model", here.script({ text: "I see." }, { text: "Done." })]
    const ran = await here.run(...act(id), ...allowed)
    expect({ ran, canary: existsSync(join(here.project, "canary")) }).toMatchObject({ canary: false })
    const finished = await here.use(async (store) =>
      (await Array.fromAsync(store.read(id))).filter(({ type }) => type === "tool.finished"),
    )
    expect(finished.map(({ data }) => (data as { status: string }).status)).toEqual(["skipped"])
  })

  it("is not run after a backup of that machine was restored, and the session is read-only", async () => {
    const here = turnScene()
    const { id, backup } = await farSession(here)
    const restored = await here.run("backup", "--restore", backup, "--yes")
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("not made in this data directory") })
    const write = { toolCalls: [{ name: "write", arguments: { path: "canary", content: "x" } }] }
    const ran = await here.run("resume", id, "--model", here.script(write, { text: "Done." }))
    expect(ran.stderr).toContain("read-only")
    expect(existsSync(join(here.project, "canary"))).toBe(false)
  })
})
