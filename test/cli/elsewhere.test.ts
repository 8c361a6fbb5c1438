import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { uuidv7 } from "../../src/store/uuid.ts"
import { linesOf, turnScene } from "./run-scene.ts"

const write = { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "one\n" } }] }

describe("a session from another machine", () => {
  it("may only read and asks the model of this one, and says so, until a person allows more", async () => {
    const [far, here] = [turnScene(), turnScene()]
    const file = here.outside("session.jsonl")
    await far.run("run", "go", "--model", far.script({ text: "One." }, write), "--permission-mode", "allow")
    await far.run("export", "last", "-o", file)
    const { id } = JSON.parse((await here.run("import", file, "--json")).stdout)

    // The model that it names was named there: here it has none, and nothing is said to it.
    expect(await here.run("run", "--session", id, "more")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No model found."),
    })
    const ran = await here.run("run", "--session", id, "more", "--model", here.script({ text: "Two." }))
    expect(ran.stderr).toContain("permissions read-only")
    expect(ran.stderr).toMatch(/imported and is read-only here.*--permission-mode/)
    expect(existsSync(join(far.project, "a.txt"))).toBe(false)

    const own = here.script(...Array.from({ length: 40 }, () => write))
    await here.run("run", "--session", id, "again", "--model", own, "--max-steps", "1")
    expect(existsSync(join(far.project, "a.txt"))).toBe(false)
    const allowed = ["--permission-mode", "workspace-write", "--max-steps", "1"]
    const resumed = await here.run("resume", id, ...allowed, "--json")
    expect(linesOf(resumed)[0]).toMatchObject({ permissionMode: "workspace-write", model: { name: own } })
    expect(existsSync(join(far.project, "a.txt"))).toBe(true)
  })

  it("that a newer Holdfast wrote says so first, also where no model is found", async () => {
    const here = turnScene()
    const { project } = here
    const event = (seq: number, type: string, data: Record<string, unknown>) => {
      const by = { kind: "person" as const, name: "ada" }
      return { id: uuidv7(), session: "ahead", seq, at: "2026-01-01T00:00:00.000Z", by, type, v: 1, data }
    }
    const events = [
      event(1, "session.opened", { workspace: project, project }),
      event(2, "input.accepted", { input: "i", kind: "send", text: "go" }),
      event(3, "dream.dreamt", {}),
    ]
    await here.use((store) => store.adopt({ id: "ahead", events, blobs: [] }))
    for (const command of [
      ["resume", "ahead"],
      ["run", "--session", "ahead", "more"],
      ["run", "-c", "more"],
    ]) {
      const ran = await here.run(...command)
      expect([command, ran.code, ran.stderr]).toEqual([
        command,
        1,
        expect.stringContaining("newer Holdfast (dream.dreamt"),
      ])
    }
  })
})
