import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { linesOf, turnScene } from "./run-scene.ts"

/** A server with one model, which answers, or refuses whoever asks. */
async function server(answer: "answers" | "refuses" = "answers") {
  const loopback = await startLoopback((response, { path }) => {
    if (!/\/(chat\/completions|responses)$/.test(path)) return sendJson(response, 404, {})
    if (answer === "refuses") return sendJson(response, 401, { error: { message: "who are you" } })
    sendStream(response, events(text("Here."), finish("stop"), "[DONE]"))
  })
  onTestFinished(() => loopback.close())
  return {
    url: `${loopback.url}/v1`,
    asked: () => loopback.got.filter(({ path }) => /completions|responses/.test(path)).length,
  }
}

describe("an API key", () => {
  it("that is missing is not called rejected, and the message says where to set it", async () => {
    const { run, env } = turnScene()
    const { url, asked } = await server("refuses")
    Object.assign(env, { OPENAI_API_KEY: "sk-old", OPENAI_BASE_URL: url })
    const rejected = await run("run", "go", "--model", "openai/gpt-6")
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining("OpenAI rejected the API key") })
    const before = asked()
    env.OPENAI_API_KEY = ""
    expect(linesOf(await run("resume", "--json")).at(-1)).toMatchObject({
      stop: "auth-failed",
      error: {
        message: "No API key for OpenAI. Run 'holdfast login openai', or set OPENAI_API_KEY in the environment.",
      },
    })
    for (const command of [["resume"], ["why"], ["show", "last"]]) {
      const { stdout, stderr } = await run(...command)
      expect([command, stdout + stderr]).toEqual([
        command,
        expect.stringContaining("No API key for OpenAI. Run 'holdfast login openai'"),
      ])
      expect([command, stdout + stderr]).toEqual([command, expect.not.stringMatching(/API key rejected(?! 401)/)])
    }
    expect(asked()).toBe(before)
  })

  it("that the default model needs is missed before a session is opened", async () => {
    const { run, config } = turnScene()
    mkdirSync(config)
    writeFileSync(join(config, "config.json"), '{"model":"openai/gpt-6"}')
    const refused = await run("run", "go")
    expect(refused).toMatchObject({ code: 1, stdout: "" })
    expect(refused.stderr).toBe(
      "holdfast: No API key for OpenAI. Run 'holdfast login openai', or set OPENAI_API_KEY in the environment.\n",
    )
    expect(JSON.parse((await run("sessions", "--json")).stdout)).toMatchObject({ sessions: [] })
  })

  it("is not blamed where the address of the server is missing", async () => {
    const { run, env } = turnScene()
    Object.assign(env, { OPENAI_COMPATIBLE_BASE_URL: (await server("refuses")).url })
    await run("run", "go", "--model", "openai-compatible/m")
    env.OPENAI_COMPATIBLE_BASE_URL = ""
    expect(linesOf(await run("resume", "--json")).at(-1)).toMatchObject({
      stop: "provider-failed",
      error: { message: expect.stringContaining("needs the address of the server") },
    })
  })
})

describe("--base-url", () => {
  it("is kept in the session: what goes on in it asks the same server", async () => {
    const { run } = turnScene()
    const [refusing, other] = [await server("refuses"), await server()]
    await run("run", "go", "--base-url", refusing.url, "--model", "m")
    expect(refusing.asked()).toBe(1)
    const [, configured] = linesOf(await run("log", "last", "--json"))
    expect(configured).toMatchObject({
      type: "session.configured",
      data: { model: "openai-compatible/m", baseUrl: refusing.url },
    })

    expect(linesOf(await run("resume", "--json")).at(-1)).toMatchObject({ stop: "auth-failed" })
    expect(refusing.asked()).toBe(2)
    // Given again, it wins, and is what is kept from then on.
    expect(await run("resume", "--base-url", other.url)).toMatchObject({ code: 0, stdout: "Here.\n" })
    expect(await run("run", "-c", "more", "--model", "openai-compatible/n")).toMatchObject({
      code: 0,
      stdout: "Here.\n",
    })
    await run("fork", "last")
    expect(await run("run", "-c", "in the fork")).toMatchObject({ code: 0, stdout: "Here.\n" })
    expect([refusing.asked(), other.asked()]).toEqual([2, 3])
  })

  it("does not travel: a session from elsewhere asks no server that it names", async () => {
    const [far, here] = [turnScene(), turnScene()]
    const stranger = await server()
    await far.run("run", "go", "--base-url", stranger.url, "--model", "m")
    await far.run("export", "last", "-o", here.outside("session.jsonl"))
    const { id } = JSON.parse((await here.run("import", here.outside("session.jsonl"), "--json")).stdout)
    expect(await here.run("run", "--session", id, "more", "--json")).toMatchObject({ code: 2 })
    expect(stranger.asked()).toBe(1)
  })

  it("is refused with a password or a query, and nothing is kept", async () => {
    const { run } = turnScene()
    for (const address of ["http://ada:secret@127.0.0.1:9/v1", "http://127.0.0.1:9/v1?key=secret"]) {
      const refused = await run("run", "go", "--model", "m", "--base-url", address)
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("OPENAI_COMPATIBLE_API_KEY") })
      expect(refused.stderr).not.toContain("secret")
    }
    expect(JSON.parse((await run("sessions", "--json")).stdout)).toMatchObject({ sessions: [] })
  })
})
