import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { sendJson, startLoopback } from "../models/loopback.ts"
import { type TurnScene, turnScene } from "./run-scene.ts"
import { finish, type Ran, spawnCli } from "./scene.ts"

type Check = { id: string; status: "ok" | "note" | "warn" | "fail"; found: string; advice?: string }

async function diagnose(here: TurnScene, env: Record<string, string> = {}) {
  const home = env.HOLDFAST_HOME ?? here.home
  const place = { home, cwd: here.project, env: { ...here.env, ...env } }
  const ran = await finish(spawnCli(["doctor", "--json"], place))
  const { checks, sound } = JSON.parse(ran.stdout) as { checks: Check[]; sound: boolean }
  for (const { status, advice } of checks) if (status === "warn" || status === "fail") expect(advice).toBeTruthy()
  return { code: ran.code, sound, of: (id: string) => checks.find((check) => check.id === id) }
}

function configure(here: TurnScene, file: string, text: string): void {
  mkdirSync(here.config, { recursive: true })
  writeFileSync(join(here.config, file), text)
}

const failed = (id: string, found: RegExp) => ({ id, status: "fail", found: expect.stringMatching(found) })

describe("doctor, of what is around the store", () => {
  it("looks at settings, rules, model, programs and write access, and finds nothing broken", async () => {
    const here = turnScene()
    const { code, of } = await diagnose(here)
    expect(code).toBe(0)
    expect(of("configuration")).toMatchObject({ status: "ok", found: expect.stringContaining(here.config) })
    expect(of("rules")).toMatchObject({ status: "ok" })
    expect(of("model")).toMatchObject({ status: "warn", advice: expect.stringContaining("--model") })
    for (const id of ["git", "ripgrep", "shell", "data-access", "workspace-access"]) {
      expect(of(id)).toMatchObject({ status: "ok" })
    }
  })

  it.each([
    ["no JSON", "{"],
    ["a wrong value", '{"model":7}'],
    ["the name of no model", '{"profiles":{"nowhere":{}}}'],
  ])("fails where config.json holds %s, as every run does, and says what to do", async (_, text) => {
    const here = turnScene()
    configure(here, "config.json", text)
    const { code, sound, of } = await diagnose(here)
    expect({ code, sound }).toEqual({ code: 1, sound: false })
    expect(of("configuration")).toMatchObject(failed("configuration", /config\.json/))
    expect(of("model")).toBeUndefined()
    const shown: Ran = await here.run("doctor")
    expect(shown).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}Settings /m) })
  })

  it("fails where the rules cannot be used, and names the file", async () => {
    const here = turnScene()
    configure(here, "permissions.json", '{"forbid":[]}')
    const { code, of } = await diagnose(here)
    expect(code).toBe(1)
    expect(of("rules")).toMatchObject(failed("rules", /permissions\.json.*forbid/))
    configure(here, "permissions.json", '{"deny":[{"tool":"bash"}],"ask":[{"tool":"write"}]}')
    expect((await diagnose(here)).of("rules")).toMatchObject({
      status: "ok",
      found: expect.stringContaining("1 deny, 1 ask"),
    })
  })

  it("fails where the model of the settings cannot be used, and names what is missing", async () => {
    const here = turnScene()
    configure(here, "config.json", '{"model":"anthropic/claude-sonnet-5"}')
    expect(await diagnose(here)).toMatchObject({ code: 1 })
    expect((await diagnose(here)).of("model")).toMatchObject(failed("model", /ANTHROPIC_API_KEY/))
    const otherHome = { ANTHROPIC_BASE_URL: "http://127.0.0.1:9/v1" }
    const found = await diagnose(here, { ANTHROPIC_API_KEY: "sk-test", ...otherHome })
    expect(found.of("model")).toMatchObject({
      status: "ok",
      found: expect.stringMatching(/^anthropic\/claude-sonnet-5: it is the default in the settings/),
    })
  })

  it("asks each provider in use whether it answers and accepts its key", async () => {
    const here = turnScene()
    const server = await startLoopback((response, { headers }) => {
      const isRight = headers.authorization === "Bearer sk-right"
      sendJson(response, isRight ? 200 : 401, { data: [{ id: "m" }] })
    })
    onTestFinished(() => server.close())
    const { host } = new URL(server.url)
    const address = { OPENAI_BASE_URL: `${server.url}/v1` }
    expect((await diagnose(here)).of("provider-openai")).toBeUndefined()
    const right = await diagnose(here, { OPENAI_API_KEY: "sk-right", ...address })
    const found = `${host} answers; key OPENAI_API_KEY accepted`
    expect(right.of("provider-openai")).toMatchObject({ status: "ok", found })
    const wrong = await diagnose(here, { OPENAI_API_KEY: "sk-wrong", ...address })
    expect(wrong).toMatchObject({ code: 1, sound: false })
    expect(wrong.of("provider-openai")).toMatchObject({
      ...failed("provider-openai", /^API key rejected: key OPENAI_API_KEY, .* answered 401$/),
      advice: expect.stringContaining("holdfast login openai"),
    })
    configure(here, "config.json", '{"model":"ollama/qwen3"}')
    const silent = await diagnose(here)
    expect(silent.of("provider-ollama")).toMatchObject({ status: "warn", advice: expect.stringContaining("Start") })
  })

  it("looks at the terminal", async () => {
    const here = turnScene()
    expect((await diagnose(here)).of("terminal")).toMatchObject({ status: "note" })
    const shown = async (env: Record<string, string>) => {
      const terminal = here.inTerminal(["doctor"], { env })
      await terminal.ended
      return terminal.screen()
    }
    expect(await shown({})).toMatch(/^ok +Terminal +xterm-256color, 100 columns, UTF-8$/m)
    expect(await shown({ TERM: "dumb" })).toMatch(/^warn +Terminal +dumb, 100 columns: no colours/m)
    expect(await shown({ LANG: "C" })).toMatch(/^warn +Terminal +xterm-256color, 100 columns, ASCII only/m)
  })

  it("says how to get a sandbox where commands run without one", async () => {
    const here = turnScene()
    configure(here, "config.json", '{"sandbox":{"enabled":false}}')
    expect((await diagnose(here)).of("sandbox")).toMatchObject({
      status: "warn",
      found: expect.stringContaining("off in the settings"),
      advice: expect.stringContaining("holdfast config unset sandbox.enabled"),
    })
    await here.run("config", "unset", "sandbox.enabled")
    expect((await diagnose(here)).of("sandbox")?.advice ?? "").not.toContain("holdfast config unset")
  })

  it("warns where git is not installed", async () => {
    const here = turnScene()
    const { code, of } = await diagnose(here, { PATH: here.outside("no programs") })
    expect(code).toBe(0)
    expect(of("git")).toMatchObject({ status: "warn", advice: expect.stringContaining("Install git") })
    expect(of("shell")).toMatchObject({ status: "ok" })
  })

  it("fails where the data directory cannot be written, and warns where the project cannot", async () => {
    const here = turnScene()
    const nowhere = await diagnose(here, { HOLDFAST_HOME: "/dev/null/x" })
    expect(nowhere.code).toBe(1)
    expect(nowhere.of("data-access")).toMatchObject(failed("data-access", /\/dev\/null/))
    if (process.getuid?.() === 0) return // Nothing is closed to the administrator.
    chmodSync(here.project, 0o555)
    expect((await diagnose(here)).of("workspace-access")).toMatchObject({ status: "warn" })
  })
})
