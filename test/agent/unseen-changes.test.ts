import { execFileSync } from "node:child_process"
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineTool, type ScriptStep } from "../../src/index.ts"
import { eventsOf, run, type Scene, scene } from "./scene.ts"

const command = (line: string, more: Record<string, unknown> = {}): ScriptStep => ({
  toolCalls: [{ id: "c", name: "bash", arguments: { command: line, ...more } }],
})

async function stopOf(of: Scene) {
  return (await eventsOf(of, "turn.stopped")).at(-1)?.data
}

describe("a turn whose changes may not all be known", () => {
  it("is unverified when the command ran in the background", async () => {
    const played = await scene({ model: [command("touch a", { background: true }), { text: "Started." }] })
    execFileSync("git", ["init", "--quiet"], { cwd: played.workspace })
    await run(played)
    // Whether it still runs by then is another question.
    const missing = expect.arrayContaining(["No check covers `a`"])
    expect(await stopOf(played)).toMatchObject({ code: "completed-unverified", missing })
  })

  it("is unverified when the outcome of a tool is unknown", async () => {
    const act = defineTool({ kind: "act", name: "act", description: "Acts.", schema: z.object({}), run: () => fail() })
    const fail = (): never => {
      throw new Error("unused")
    }
    const played = await scene({ model: [{ toolCalls: [{ id: "a", name: "act", arguments: {} }] }], tools: [act] })
    const { store } = played
    const dying = {
      ...store,
      append: async (...args: Parameters<typeof store.append>) => {
        const appended = await store.append(...args)
        if (args[1].some(({ type }) => type === "tool.started")) throw new Error("died")
        return appended
      },
    }
    const agent = played.agentWith({ store: dying })
    await expect(run({ ...played, agent })).rejects.toThrow("died")
    await played.agent.drive(played.session)
    expect(await stopOf(played)).toMatchObject({
      code: "completed-unverified",
      missing: ["No change was seen, and not everything was watched: its outcome is unknown"],
    })
  })

  it.each([
    ["ls", "answered"],
    ["cat file", "answered"],
    ["touch -r file file", "completed-nothing-to-verify"],
  ])("has nothing to verify after %s, which changed nothing", async (line, code) => {
    const played = await scene({ model: [command(line), { text: "Seen." }] })
    prepareGit(played.workspace)
    await run(played)
    expect(await stopOf(played)).toMatchObject({ code })
  })
})

describe("a workspace that is taken away in the middle of a turn", () => {
  it("is not made again by a file tool, which says what to do", async () => {
    const write = { toolCalls: [{ id: "w", name: "write", arguments: { path: "deep/file", content: "x" } }] }
    const away = defineTool({
      kind: "act",
      name: "away",
      description: "Takes it away.",
      schema: z.object({}),
      run: async () => {
        renameSync(played.workspace, `${played.workspace}-elsewhere`)
        return "gone"
      },
    })
    const model = [{ toolCalls: [{ id: "a", name: "away", arguments: {} }] }, write, { text: "I cannot." }]
    const played: Scene = await scene({ model, tools: [away, ...(await import("../../src/index.ts")).ownTools] })
    await run(played)
    const finished = (await eventsOf(played, "tool.finished")).at(-1)?.data
    expect(finished).toMatchObject({
      status: "error",
      output: { text: expect.stringMatching(/no longer exists.*bring it back/) },
    })
    expect(existsSync(played.workspace)).toBe(false)
    rmSync(`${played.workspace}-elsewhere`, { recursive: true })
  })
})

/** A repository with an ignored file, an ignored directory and another repository in it. */
function prepareGit(workspace: string): void {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
      cwd,
      stdio: "ignore",
    })
  const write = (path: string, text: string) => writeFileSync(join(workspace, path), text)
  execFileSync("mkdir", ["-p", "build/out", "inner"], { cwd: workspace })
  write(".gitignore", "*.log\nbuild/\n")
  write("ignored.log", "old\n")
  write("build/out/x", "old\n")
  write("file", "old\n")
  write("inner/file", "old\n")
  git(join(workspace, "inner"), "init", "--quiet")
  git(join(workspace, "inner"), "add", "--all")
  git(join(workspace, "inner"), "commit", "--quiet", "--message", "first")
  git(workspace, "init", "--quiet")
  git(workspace, "add", "--all")
  git(workspace, "commit", "--quiet", "--message", "first")
}
