import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { linesOf, turnScene } from "./run-scene.ts"

const rows = async (json: (...argv: string[]) => Promise<unknown>, ...argv: string[]) =>
  ((await json("sessions", ...argv)) as { sessions: Array<{ id: string; messages: number }> }).sessions

describe("holdfast explore", () => {
  it("looks and changes nothing, whatever the model asks for", async () => {
    const { run, script, project } = turnScene()
    const write = { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "one" } }] }
    const lines = linesOf(
      await run("explore", "what is here?", "--json", "--model", script(write, { text: "Little." })),
    )
    expect(lines[0]).toMatchObject({ type: "start", permissionMode: "read-only" })
    expect(lines.at(-1)).toMatchObject({ stop: "answered", text: "Little." })
    expect(existsSync(join(project, "a.txt"))).toBe(false)
  })

  it("goes on where it was, begins anew with --fresh and after --reset, and keeps what was found", async () => {
    const { run, script, json } = turnScene()
    const model = script({ text: "One." }, { text: "Two." })
    expect((await run("explore", "--status")).stdout).toContain("Nothing explored")
    expect((await run("explore", "first", "--model", model)).stdout).toBe("One.\n")
    expect((await run("explore", "second")).stdout).toBe("Two.\n")
    expect((await run("explore", "--status")).stdout).toMatch(/^first\nidle, 4 messages/)
    expect((await run("explore", "third", "--fresh", "--model", model)).stdout).toBe("One.\n")
    expect(await rows(json)).toHaveLength(2)
    expect((await run("explore", "--reset")).stdout).toContain("starts fresh")
    expect(await rows(json, "--archived")).toHaveLength(1)
  })

  it("is no session that `run --continue` goes on with", async () => {
    const { run, script } = turnScene()
    await run("explore", "first", "--model", script({ text: "One." }))
    expect(await run("run", "-c", "go")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no session"),
    })
  })
})
