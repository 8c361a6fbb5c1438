import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { instructedChecks } from "../../src/workflow/checks/instructed-checks.ts"
import { withoutStrace } from "../crash/syscalls.ts"
import { sendJson, startLoopback } from "../models/loopback.ts"
import { type TurnScene, turnScene } from "./run-scene.ts"
import { bin, finish, spawnCli } from "./scene.ts"

const settings = ({ config }: TurnScene) => JSON.parse(readFileSync(join(config, "config.json"), "utf8"))

/** A server that lists models to whoever shows the key. */
async function serverWith(models: readonly string[], key?: string) {
  const server = await startLoopback((response, { headers }) => {
    if (key && headers.authorization !== `Bearer ${key}`) return sendJson(response, 401, {})
    sendJson(response, 200, { data: models.map((id) => ({ id })) })
  })
  onTestFinished(() => server.close())
  return `${server.url}/v1`
}

const initialize = (here: TurnScene, argv: readonly string[], env: Record<string, string> = {}) =>
  finish(spawnCli(["init", ...argv], { home: here.home, cwd: here.project, env: { ...here.env, ...env } }))

describe("holdfast init", () => {
  it("takes what is found, writes it as the default and can start at once", async () => {
    const here = turnScene()
    const env = { OPENAI_COMPATIBLE_BASE_URL: await serverWith(["coder"]) }
    const { code, stdout } = await initialize(here, ["--yes"], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^The OpenAI-compatible server at 127\.0\.0\.1:\d+ answers\.$/m)
    expect(stdout).toContain("Default model: openai-compatible/coder")
    expect(settings(here)).toEqual({ model: "openai-compatible/coder" })
    expect(statSync(join(here.config, "config.json")).mode & 0o777).toBe(0o600)
    expect(existsSync(join(here.project, "AGENTS.md"))).toBe(false)
  })

  it("says what to do if there is no model, and writes nothing", async () => {
    const here = turnScene()
    expect(await initialize(here, ["--yes"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("No model found."),
    })
    expect(existsSync(here.config)).toBe(false)
  })

  it("refuses a key that the provider rejects", async () => {
    const here = turnScene()
    const env = { OPENAI_API_KEY: "sk-wrong", OPENAI_BASE_URL: await serverWith(["m"], "sk-right") }
    const ran = await initialize(here, ["--yes", "--model", "openai/m"], env)
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("API key rejected") })
    expect(existsSync(here.config)).toBe(false)
  })

  it("does not ask where there is no terminal", async () => {
    const here = turnScene()
    expect(await initialize(here, [])).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") })
  })

  it("creates an AGENTS.md with the commands of the project, whose checks are then those of the work", async () => {
    const here = turnScene()
    const scripts = { test: "node --test", build: "node build.js", lint: "node lint.js" }
    writeFileSync(join(here.project, "package.json"), JSON.stringify({ scripts }))
    writeFileSync(join(here.project, "package-lock.json"), "{}")
    const model = here.script({ text: "Hello." })
    const ran = await initialize(here, ["--yes", "--agents-md", "--model", model, "--json"])
    const file = join(here.project, "AGENTS.md")
    expect(JSON.parse(ran.stdout)).toEqual({ model, config: join(here.config, "config.json"), agents: file })
    const text = readFileSync(file, "utf8")
    expect(text).toContain("- Package manager: npm")
    expect(instructedChecks(text).map(({ kind, command }) => [kind, command])).toEqual(
      expect.arrayContaining([
        ["test", "npm test"],
        ["build", "npm run build"],
        ["lint", "npm run lint"],
      ]),
    )
    writeFileSync(file, "Mine.\n")
    const again = await initialize(here, ["--yes", "--agents-md"])
    expect(again.stdout).toContain(`${file} already exists; not changed.`)
    expect(readFileSync(file, "utf8")).toBe("Mine.\n")
  })

  it.skipIf(withoutStrace())("leaves no half of an AGENTS.md where it is killed as it writes it", async () => {
    const here = turnScene()
    const file = join(here.project, "AGENTS.md")
    const kill = ["-f", "-qq", "-P", file, "-e", "trace=write,pwrite64", "-e", "inject=write,pwrite64:signal=SIGKILL"]
    const init = [process.execPath, bin, "init", "--yes", "--agents-md", "--model", here.script({ text: "Hello." })]
    const env = { ...process.env, ...here.env, HOLDFAST_HOME: here.home }
    const child = spawn("strace", [...kill, ...init], { cwd: here.project, env })
    await finish(child)
    expect(existsSync(file) ? readFileSync(file, "utf8") : "none yet").not.toBe("")
  })

  it("asks for a provider and its key where nothing is found, for the default, and whether to create AGENTS.md", async () => {
    const here = turnScene()
    mkdirSync(here.config)
    const address = await serverWith(["coder"], "sk-right")
    const terminal = here.inTerminal(["init"])
    await terminal.until(/Provider to use \(.*\): *$/)
    terminal.type("openai-compatible\r")
    await terminal.until(/Address of the server: *$/)
    terminal.type(`${address}\r`)
    await terminal.until(/API key for .* \(not shown\): *$/)
    terminal.type("sk-right\r")
    await terminal.until(/Default model \[openai-compatible\/coder\]: *$/)
    terminal.type("\r")
    await terminal.until(/Create .*AGENTS\.md with this\? \[y\/N\] *$/)
    terminal.type("n\r")
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw).not.toContain("sk-right")
    expect(terminal.screen()).toContain('Ready. Start with: holdfast run "task"')
    expect(settings(here)).toEqual({
      keys: { "openai-compatible": "sk-right" },
      baseUrls: { "openai-compatible": address },
      model: "openai-compatible/coder",
    })
    expect(existsSync(join(here.project, "AGENTS.md"))).toBe(false)
  })
})
