import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { sendJson, startLoopback } from "../models/loopback.ts"
import { type TurnScene, turnScene } from "./run-scene.ts"
import { finish, type Ran, spawnCli } from "./scene.ts"

const right = "sk-test-0123456789abcdef"

/** A provider on this machine that knows one key. */
async function provider() {
  const server = await startLoopback((response, { path, headers }) => {
    const key = headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace("Bearer ", "")
    if (path.startsWith("/open/")) return sendJson(response, 200, { data: [{ id: "m" }] })
    if (path.startsWith("/broken/")) return sendJson(response, 503, {})
    if (path.startsWith("/closed/")) return sendJson(response, 403, {})
    if (key === right) return sendJson(response, 200, { data: [{ id: "m" }], models: [{ name: "models/m" }] })
    if (path.includes("/google/"))
      return sendJson(response, 400, { error: { details: [{ reason: "API_KEY_INVALID" }] } })
    return sendJson(response, 401, { error: { message: "no such key" } })
  })
  onTestFinished(() => server.close())
  return server
}

const file = ({ config }: TurnScene) => join(config, "config.json")
const settings = (here: TurnScene) => JSON.parse(readFileSync(file(here), "utf8"))

/** Runs it with a key on standard input. */
function login(here: TurnScene, argv: readonly string[], { key = right, env = {} } = {}): Promise<Ran> {
  const place = { home: here.home, cwd: here.project, env: { ...here.env, ...env } }
  return finish(spawnCli(["login", ...argv], place), `${key}\n`)
}

describe("holdfast login", () => {
  it.each(["openai", "anthropic", "google", "openai-compatible"])(
    "checks a key of %s there, and stores it where only its owner can read it",
    async (name) => {
      const here = turnScene()
      const { url } = await provider()
      const address = `${url}/${name}/v1`
      const ran = await login(here, [name, "--base-url", address])
      expect(ran).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("accepts the key.") })
      expect(ran.stdout).toContain(`Stored in ${file(here)}, readable only by you.`)
      expect(settings(here)).toEqual({ keys: { [name]: right }, baseUrls: { [name]: address } })
      expect(statSync(file(here)).mode & 0o777).toBe(0o600)
      expect(ran.stdout).not.toContain(right)
    },
  )

  it.each(["openai", "anthropic", "google"])("says at once that %s rejects a key, and stores nothing", async (name) => {
    const here = turnScene()
    const { url } = await provider()
    const ran = await login(here, [name, "--base-url", `${url}/${name}/v1`], { key: "sk-wrong" })
    expect(ran).toMatchObject({ code: 1, stdout: "" })
    expect(ran.stderr).toMatch(/^holdfast: API key rejected: 127\.0\.0\.1:\d+ answered 40[01]\. Nothing was stored\./)
    expect(ran.stderr).not.toContain("sk-wrong")
    expect(existsSync(file(here))).toBe(false)
  })

  it("keeps a stored key if the new one is wrong, and everything else in the settings", async () => {
    const here = turnScene()
    const { url } = await provider()
    const baseUrls = { openai: `${url}/v1` }
    mkdirSync(here.config)
    writeFileSync(file(here), JSON.stringify({ model: "openai/m", later: true, baseUrls, keys: { google: "g" } }), {
      mode: 0o600,
    })
    expect((await login(here, ["openai"])).code).toBe(0)
    const stored = { model: "openai/m", later: true, baseUrls, keys: { google: "g", openai: right } }
    expect(settings(here)).toEqual(stored)
    expect((await login(here, ["openai"], { key: "sk-wrong" })).code).toBe(1)
    expect(settings(here)).toEqual(stored)
  })

  it("says that a key in the environment is used instead, which is not what was checked", async () => {
    const here = turnScene()
    const { url } = await provider()
    const env = { OPENAI_API_KEY: "sk-environment", OPENAI_BASE_URL: `${url}/v1` }
    const ran = await login(here, ["openai"], { env })
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain("OPENAI_API_KEY in the environment takes precedence.")
    const asJson = await login(here, ["openai", "--json"], { env })
    expect(JSON.parse(asJson.stdout)).toEqual({
      provider: "openai",
      file: file(here),
      check: "accepted",
      environment: "OPENAI_API_KEY",
    })
  })

  it.each([
    ["lists its models for anyone", "open", 0, "lists its models without a key, too"],
    ["forbids the list", "closed", 0, "answered 403: the key may not list models"],
    ["is broken", "broken", 1, "could not be checked: 127.0.0.1"],
  ])("says what is not known where the server %s", async (_, path, code, words) => {
    const here = turnScene()
    const { url } = await provider()
    const ran = await login(here, ["openai-compatible", "--base-url", `${url}/${path}/v1`])
    expect(ran.code).toBe(code)
    expect(ran.stdout + ran.stderr).toContain(words)
    expect(existsSync(file(here))).toBe(code === 0)
  })

  it("stores a key unchecked only when told to", async () => {
    const here = turnScene()
    const at = ["openai-compatible", "--base-url", "http://127.0.0.1:9/v1"]
    expect(await login(here, at)).toMatchObject({ code: 1, stderr: expect.stringContaining("--unchecked") })
    expect(await login(here, [...at, "--unchecked"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("it was not checked"),
    })
    expect(settings(here).keys).toEqual({ "openai-compatible": right })
  })

  it.each([
    [["opnai"], right, 'There is no provider "opnai". Did you mean openai?'],
    [["openai"], "", "Missing key: write it to standard input."],
    [["openai"], "two words", "contains spaces"],
    [["openai", "sk-in-argv"], right, "Unexpected argument"],
  ])("refuses %j with the key %j", async (argv, key, words) => {
    const here = turnScene()
    expect(await login(here, argv, { key })).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
    expect(existsSync(file(here))).toBe(false)
  })

  it("asks in a terminal and does not show what is typed; the key is then used", async () => {
    const here = turnScene()
    const server = await provider()
    const terminal = here.inTerminal(["login", "openai", "--base-url", `${server.url}/v1`])
    await terminal.until(/API key for OpenAI \(not shown\): *$/)
    terminal.type(`${right}\r`)
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw).not.toContain(right)
    expect(terminal.screen()).toContain("OpenAI accepts the key.")
    expect((await here.run("models")).stdout).toMatch(/^OpenAI +openai\/m/m)
    expect(server.got.at(-1)?.headers.authorization).toBe(`Bearer ${right}`)
  })

  it("asks in a terminal also with --json, and shows the key there neither", async () => {
    const here = turnScene()
    const { url } = await provider()
    const terminal = here.inTerminal(["login", "openai", "--json", "--base-url", `${url}/v1`])
    await terminal.until(/API key for OpenAI \(not shown\): *$/)
    terminal.type(`${right}\r`)
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw).not.toContain(right)
    expect(terminal.screen()).toContain('"check": "accepted"')
  })

  it("is interrupted by Ctrl-C at the question, and stores nothing", async () => {
    const here = turnScene()
    const terminal = here.inTerminal(["login", "openai"])
    await terminal.until(/API key for OpenAI \(not shown\): *$/)
    terminal.type("sk-half\x03")
    expect(await terminal.ended).toBe(130)
    expect(terminal.screen()).toBe("API key for OpenAI (not shown):")
    expect(existsSync(file(here))).toBe(false)
  })

  it("keeps what another process sets while the key is checked", async () => {
    const here = turnScene()
    const asked = Promise.withResolvers<() => void>()
    const server = await startLoopback((response) => {
      asked.resolve(() => sendJson(response, 200, { data: [{ id: "m" }] }))
    })
    onTestFinished(() => server.close())
    const running = login(here, ["openai", "--base-url", `${server.url}/v1`])
    const answer = await asked.promise
    expect((await here.run("config", "set", "model", "openai/m")).code).toBe(0)
    answer()
    expect((await running).code).toBe(0)
    expect(settings(here)).toMatchObject({ model: "openai/m", keys: { openai: right } })
  })
})
