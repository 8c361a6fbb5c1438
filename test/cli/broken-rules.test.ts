import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { linesOf, streamOf, turnScene } from "./run-scene.ts"

const write = { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "one\n" } }] }

describe("rules that cannot be understood", () => {
  it("keep a turn from starting; what was said waits until they are mended", async () => {
    const { run, script, config } = turnScene()
    mkdirSync(config)
    writeFileSync(join(config, "permissions.json"), "{")
    const ran = await run("run", "go", "--model", script(write, { text: "Done." }), "--json")
    const lines = linesOf(ran)
    expect({ code: ran.code, last: lines.at(-1) }).toMatchObject({
      code: 1,
      last: { error: { code: "invalid", message: expect.stringContaining("permissions.json") } },
    })
    expect(lines.filter(({ type }) => type === "turn.started")).toEqual([])
    writeFileSync(join(config, "permissions.json"), "{}")
    expect(linesOf(await run("resume", "--json")).at(-1)).toMatchObject({ stop: "completed-unverified" })
  })

  it("in the middle of a turn leave it open, and the stream ends with its result", async () => {
    const { start, run, script, config, outside, project } = turnScene()
    mkdirSync(config)
    const go = outside("go")
    const wait = { toolCalls: [{ name: "bash", arguments: { command: `until [ -e ${go} ]; do sleep 0.05; done` } }] }
    const model = script(wait, write, { text: "Done." })
    const stream = streamOf(start("run", "go", "--json", "--model", model, "--permission-mode", "allow"))
    const { turn } = await stream.until(({ type }) => type === "tool.started")
    writeFileSync(join(config, "permissions.json"), "{")
    writeFileSync(go, "")
    const { code, lines } = await stream.ended
    expect({ code, last: lines.at(-1) }).toMatchObject({
      code: 1,
      last: {
        type: "result",
        turnId: turn,
        stop: null,
        exitCode: 1,
        error: { code: "invalid", message: expect.stringContaining("permissions.json") },
      },
    })
    expect(existsSync(join(project, "a.txt"))).toBe(false)
    expect(await run("resume")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/permissions\.json.*turn is still open.*holdfast resume/s),
    })
    writeFileSync(join(config, "permissions.json"), "{}")
    expect(linesOf(await run("resume", "--json")).at(-1)).toMatchObject({ turnId: turn, stop: "completed-unverified" })
    expect(existsSync(join(project, "a.txt"))).toBe(true)
  })
})
