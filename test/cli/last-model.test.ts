import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { linesOf, turnScene } from "./run-scene.ts"

async function server() {
  const loopback = await startLoopback((response, { path }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    sendStream(response, events(text("Here."), finish("stop"), "[DONE]"))
  })
  onTestFinished(() => loopback.close())
  return `${loopback.url}/v1`
}

describe("the last model of a project", () => {
  it("is used by the next session that names none, on the same server, and models and status name it", async () => {
    const here = turnScene()
    const url = await server()
    await here.run("run", "go", "--base-url", url, "--model", "m")
    expect((await here.run("models")).stdout).toContain(
      "Default model  openai-compatible/m: it was used last in this project",
    )
    expect(JSON.parse((await here.run("models", "--json")).stdout)).toMatchObject({
      used: { model: "openai-compatible/m" },
    })

    const next = await here.run("run", "again", "--json")
    expect(linesOf(next)[0]).toMatchObject({
      type: "start",
      model: { name: "openai-compatible/m", because: "it was used last in this project" },
    })
    expect(next.code).toBe(0)
    expect(await here.json("status")).toMatchObject({ model: "openai-compatible/m" })
  })

  it("gives way to the default of the settings, and to --model; a script is not remembered", async () => {
    const here = turnScene()
    const url = await server()
    await here.run("run", "go", "--base-url", url, "--model", "m")
    await here.run("run", "go", "--model", here.script({ text: "Scripted." }))
    expect(linesOf(await here.run("run", "again", "--json"))[0]).toMatchObject({
      model: { name: "openai-compatible/m" },
    })
    mkdirSync(here.config)
    const settings = { model: "openai-compatible/n", baseUrls: { "openai-compatible": url } }
    writeFileSync(join(here.config, "config.json"), JSON.stringify(settings))
    expect(linesOf(await here.run("run", "again", "--json"))[0]).toMatchObject({
      model: { name: "openai-compatible/n" },
    })
  })

  it("does not travel: what an imported session names is not used", async () => {
    const [far, here] = [turnScene(), turnScene()]
    await far.run("run", "go", "--base-url", await server(), "--model", "m")
    await far.run("export", "last", "-o", here.outside("session.jsonl"))
    await here.run("import", here.outside("session.jsonl"))
    expect(JSON.parse((await here.run("models", "--json")).stdout)).toMatchObject({ used: { model: null } })
  })
})
