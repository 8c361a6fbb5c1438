import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { contextStart, modelContext } from "../../../src/index.ts"
import { linesOf, turnScene } from "../../cli/run-scene.ts"
import { say, write } from "./script.ts"

describe("exploring", () => {
  it("F128 explore read-only: nothing is written, whatever the rules allow, and nothing is defined or routed", async () => {
    const { run, script, project, config } = turnScene()
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, "permissions.json"), JSON.stringify({ allow: [{ tool: "write" }] }))
    const model = script(write("found.md", "here\n"), say("They are in the store."))
    const lines = linesOf(await run("explore", "Write down where sessions are stored.", "--json", "--model", model))
    expect(lines.at(-1)).toMatchObject({
      type: "result",
      stop: "answered",
      exitCode: 0,
      text: "They are in the store.",
    })
    expect(existsSync(join(project, "found.md"))).toBe(false)
    const finished = lines.filter(({ type }) => type === "tool.finished")
    expect(finished.map(({ data }) => data?.status)).not.toContain("ok")
    expect(lines.filter(({ type }) => /^(?:done|workflow)\./.test(type))).toEqual([])
  })

  it("F129 explore continuity: the second question knows of the first, --fresh does not, --status and --reset work", async () => {
    const { run, script, use, json } = turnScene()
    const model = script(say("In the store."), say("SQLite."))
    await run("explore", "Where are sessions?", "--model", model)
    expect(await run("explore", "Which format?")).toMatchObject({ stdout: "SQLite.\n" })
    const status = (await json("explore", "--status")) as { session: { id: string; messages: number } }
    expect(status.session.messages).toBe(4)
    const asked = await use(async (store) => {
      const state = await store.state(status.session.id)
      const events = await Array.fromAsync(store.read(status.session.id, { after: contextStart(state) - 1 }))
      return modelContext(state, events).map(({ text }) => text)
    })
    expect(asked).toEqual(["Where are sessions?", "In the store.", "Which format?", "SQLite."])
    expect((await run("explore", "Where are sessions?", "--fresh", "--model", model)).stdout).toBe("In the store.\n")
    const fresh = (await json("explore", "--status")) as typeof status
    expect(fresh.session.id).not.toBe(status.session.id)
    expect(fresh.session.messages).toBe(2)
    expect((await run("explore", "--reset")).stdout).toContain("starts fresh")
    // What was explored before it is there again: only the newest is put away.
    expect(((await json("explore", "--status")) as typeof status).session.id).toBe(status.session.id)
  })
})
