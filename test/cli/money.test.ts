import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { linesOf, type TurnScene, turnScene } from "./run-scene.ts"

const used = { choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 500, total_tokens: 1_500 } }

/** A server whose model says what it used, and options that ask it. */
async function priced(here: TurnScene, prices?: object): Promise<string[]> {
  const loopback = await startLoopback((response, { path }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    sendStream(response, events(text("Here."), finish("stop"), used, "[DONE]"))
  })
  onTestFinished(() => loopback.close())
  mkdirSync(here.config, { recursive: true })
  if (prices) writeFileSync(join(here.config, "config.json"), JSON.stringify({ prices }))
  return ["--base-url", `${loopback.url}/v1`, "--model", "m"]
}

const price = { "openai-compatible/m": { input: 2, output: 10 } }

describe("what a turn costs", () => {
  it("is counted by the prices of the settings", async () => {
    const here = turnScene()
    const asking = await priced(here, price)
    const cost = (1_000 * 2 + 500 * 10) / 1_000_000
    expect(linesOf(await here.run("run", "go", "--json", ...asking)).at(-1)).toMatchObject({ usage: { cost } })
    expect(await here.json("status")).toMatchObject({ usage: { cost } })
    expect((await here.run("status")).stdout).toContain("$0.0070")
  })

  it("is null, not 0, where the price is not known: in the result, in status and in show", async () => {
    const here = turnScene()
    const asking = await priced(here)
    expect(linesOf(await here.run("run", "go", "--json", ...asking)).at(-1)).toMatchObject({ usage: { cost: null } })
    expect(await here.json("status")).toMatchObject({ usage: { cost: null, unpriced: 1 } })
    expect(await here.json("show", "last")).toMatchObject({
      state: { log: { usage: { total: { cost: null }, turn: { cost: null } } } },
    })
    expect((await here.run("status")).stdout).not.toContain("$")
  })

  it("has a limit only where the price is known: --max-cost is refused otherwise, and nothing is begun", async () => {
    const here = turnScene()
    const unknown = await priced(here)
    const refused = await here.run("run", "go", "--max-cost", "1", ...unknown)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/price of openai-compatible\/m .*prices/s) })
    expect(JSON.parse((await here.run("sessions", "--json")).stdout)).toMatchObject({ sessions: [] })
    const known = await priced(here, price)
    expect(await here.run("run", "go", "--max-cost", "1", ...known)).toMatchObject({ code: 0 })
  })

  it("is refused a limit when a session is continued with a model whose price is not known", async () => {
    const here = turnScene()
    await here.run("run", "go", ...(await priced(here)))
    const refused = await here.run("run", "-c", "more", "--max-cost", "1")
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--max-cost") })
  })
})
