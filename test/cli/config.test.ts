import { lstatSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"

/** A scene with settings in their file. */
function withSettings(value?: unknown) {
  const here = turnScene()
  const file = join(here.config, "config.json")
  mkdirSync(here.config)
  if (value !== undefined) writeFileSync(file, JSON.stringify(value), { mode: 0o600 })
  return { ...here, file, settings: () => JSON.parse(readFileSync(file, "utf8")) }
}

describe("holdfast config", () => {
  it("sets, gets and unsets a setting, each kind by its name", async () => {
    const { run, file, settings } = withSettings()
    const values = [
      ["model", "ollama/qwen3-coder"],
      ["compaction.atTokens", "60000"],
      ["baseUrls.openai-compatible", "http://127.0.0.1:8000/v1"],
      ["profiles.openai/gpt-4.1.toolFormat", "tagged"],
      ["prices.openai/gpt-4.1", '{"input":1,"output":2}'],
    ] as const
    for (const [name, value] of values) {
      const ran = await run("config", "set", name, value)
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`${name} is now `), stderr: "" })
    }
    expect(settings()).toEqual({
      model: "ollama/qwen3-coder",
      compaction: { atTokens: 60_000 },
      baseUrls: { "openai-compatible": "http://127.0.0.1:8000/v1" },
      profiles: { "openai/gpt-4.1": { toolFormat: "tagged" } },
      prices: { "openai/gpt-4.1": { input: 1, output: 2 } },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run("config", "get", "model")).toEqual({ code: 0, stdout: "ollama/qwen3-coder\n", stderr: "" })
    expect(JSON.parse((await run("config", "get", "compaction")).stdout)).toEqual({ atTokens: 60_000 })
    for (const [name] of values) expect((await run("config", "unset", name)).code).toBe(0)
    expect(settings()).toEqual({})
    expect(await run("config", "get", "model")).toMatchObject({ code: 1, stderr: "model is not set.\n" })
    expect(await run("config", "unset", "model")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing was changed"),
    })
  })

  it("never shows a key, and takes none on the command line", async () => {
    const { run, settings } = withSettings({ keys: { openai: "sk-secret" } })
    for (const name of [[], ["keys"], ["keys.openai"], ["keys.openai", "--json"]]) {
      const { code, stdout } = await run("config", "get", ...name)
      expect(code).toBe(0)
      expect(stdout).toContain("(hidden)")
      expect(stdout).not.toContain("sk-secret")
    }
    const ran = await run("config", "set", "keys.openai", "sk-other")
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("Use: holdfast login openai") })
    expect(settings()).toEqual({ keys: { openai: "sk-secret" } })
  })

  it.each([
    [["set", "modle", "x"], 2, 'There is no setting "modle". Did you mean model?'],
    [["set", "compaction.atToken", "1"], 2, "Did you mean compaction.atTokens?"],
    [["set", "compaction.atTokens", "many"], 1, "compaction.atTokens"],
    [["set", "baseUrls.openai", "here"], 1, "baseUrls.openai"],
    [["set", "model", "gpt-5"], 1, 'The model "gpt-5" names no provider. Write provider/model'],
    [["set", "model", "opnai/gpt-5"], 1, 'There is no provider "opnai"'],
    [["set", "sandbox.enabled", "maybe"], 1, 'sandbox.enabled: not "auto", true or false.'],
    [["set", "profiles.openai/m.strength", "huge"], 1, "profiles.openai/m.strength"],
    [["set", "model"], 2, "Missing argument: VALUE."],
    [["get", "model", "x"], 2, 'Unexpected argument "x".'],
    [["show"], 2, "use get, set, unset, path or schema"],
  ])("refuses %j and changes nothing", async (argv, code, words) => {
    const { run, settings } = withSettings({ model: "openai/m" })
    expect(await run("config", ...argv)).toMatchObject({ code, stderr: expect.stringContaining(words) })
    expect(settings()).toEqual({ model: "openai/m" })
  })

  it("keeps what a newer version may know, and warns of it", async () => {
    const { run, settings } = withSettings({ later: { a: 1 } })
    const ran = await run("config", "set", "model", "openai/m")
    expect(ran).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the setting "later" is unknown and ignored'),
    })
    expect(settings()).toEqual({ later: { a: 1 }, model: "openai/m" })
  })

  it("writes through a link, which stays one", async () => {
    const { run, file, outside, settings } = withSettings({ model: "openai/m" })
    const real = outside("dotfiles.json")
    renameSync(file, real)
    symlinkSync(real, file)
    expect((await run("config", "set", "model", "openai/n")).code).toBe(0)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(settings()).toEqual({ model: "openai/n" })
  })

  it("names its file, and describes every setting in a schema", async () => {
    const { run, file } = withSettings()
    expect((await run("config", "path")).stdout).toBe(`${file}\n`)
    const schema = JSON.parse((await run("config", "schema")).stdout)
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(["model", "keys", "baseUrls", "prices"]))
    expect(schema.properties.compaction.properties.atTokens).toMatchObject({ type: "integer", minimum: 1 })
  })
})
