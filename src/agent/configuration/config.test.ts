import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { configDirectory, limitsIn, readConfig } from "./config.ts"

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
})

function write(text: string, mode = 0o600): string {
  const file = join(directory, "config.json")
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

const refuse = (warning: string) => {
  throw new Error(`unexpected warning: ${warning}`)
}

describe("the settings of a person", () => {
  it("are empty without a file", () => {
    expect(readConfig(directory, refuse)).toEqual({})
  })

  it("name a model, keys and servers", () => {
    const config = {
      model: "openai/m",
      keys: { openai: "secret" },
      baseUrls: { "openai-compatible": "http://a.test/v1" },
    }
    write(JSON.stringify(config))
    expect(readConfig(directory, refuse)).toEqual(config)
  })

  it("say what a model can do", () => {
    const profiles = { "ollama/x": { toolFormat: "tagged", strength: "weak", contextWindow: 16384 } }
    write(JSON.stringify({ profiles }))
    expect(readConfig(directory, refuse)).toEqual({ profiles })
  })

  it.each([
    ["a format that there is not", '{"ollama/x": {"toolFormat": "xml"}}', '"native"|"tagged"|"bracket"'],
    ["a model without its provider", '{"x": {"toolFormat": "tagged"}}', "Write provider/model"],
    ["a provider that there is not", '{"olama/x": {"toolFormat": "tagged"}}', "Providers: openai"],
    ["a window that is none", '{"ollama/x": {"contextWindow": 0}}', ">=1024"],
  ])("say of a model, with %s, what to write", (_, profiles, words) => {
    write(`{"profiles": ${profiles}}`)
    expect(() => readConfig(directory, refuse)).toThrow(words)
  })

  it("say what tokens cost, and when the context is compacted", () => {
    const config = {
      prices: {
        "ollama/x": { input: 0, output: 0 },
        "openai/m": { input: 1, output: 2, cacheRead: 0.1, upTo: 200_000 },
      },
      compaction: { atTokens: 20_000, keepMessages: 6 },
    }
    write(JSON.stringify(config))
    expect(readConfig(directory, refuse)).toEqual(config)
    expect(limitsIn(config)).toEqual({ compactAt: 20_000, keepMessages: 6 })
    expect(limitsIn({})).toEqual({})
  })

  it("say how commands are confined", () => {
    const sandbox = { enabled: "auto", network: true, writable: ["~/.local/share/x"], readable: ["/etc/ssh"] }
    write(JSON.stringify({ sandbox }))
    expect(readConfig(directory, refuse)).toEqual({ sandbox })
  })

  it.each([
    ["a sandbox that is on in a way that there is not", '{"sandbox": {"enabled": "always"}}'],
    ["a place that depends on the directory", '{"sandbox": {"writable": ["x"]}}'],
    ["a price below nothing", '{"prices": {"openai/m": {"input": -1, "output": 1}}}'],
    ["the price of no model", '{"prices": {"m": {"input": 1, "output": 1}}}'],
    ["no message kept", '{"compaction": {"keepMessages": 0}}'],
    ["what is no JSON", "{"],
    ["an address that is none", '{"baseUrls": {"openai": "here"}}'],
    ["an empty key", '{"keys": {"openai": ""}}'],
  ])("are refused with %s, and the file is named", (_, text) => {
    const file = write(text)
    expect(() => readConfig(directory, refuse)).toThrow(expect.objectContaining({ code: "invalid" }))
    expect(() => readConfig(directory, refuse)).toThrow(file)
  })

  it("are read without what a newer version may know, with a warning that guesses what was meant", () => {
    const file = write(
      '{"modle": "x", "model": "openai/m", "profiles": {"ollama/x": {"toolformat": "tagged", "strength": "weak"}}, "keys": {"opnai": "k"}}',
    )
    const warnings: string[] = []
    expect(readConfig(directory, (warning) => warnings.push(warning))).toEqual({
      model: "openai/m",
      profiles: { "ollama/x": { strength: "weak" } },
      keys: {},
    })
    expect(warnings.sort()).toEqual([
      `${file}: the setting "keys.opnai" is unknown and ignored. Did you mean "openai"?`,
      `${file}: the setting "modle" is unknown and ignored. Did you mean "model"?`,
      `${file}: the setting "profiles.ollama/x.toolformat" is unknown and ignored. Did you mean "toolFormat"?`,
    ])
  })

  it.each([
    ['{\n  "model": "openai/m"\n  "keys": {}\n}', "line 3, column 3"],
    ['{\n  "model": ', "line 2, column 12"],
    ["{'model': 1}", "line 1, column 2"],
    ["", "line 1, column 1"],
  ])("that are no JSON are refused with the place: %j", (text, place) => {
    const file = write(text)
    expect(() => readConfig(directory, refuse)).toThrow(`${file} is not valid JSON at ${place}: `)
  })

  it("are refused if others can read the keys in them", () => {
    write('{"keys": {"openai": "secret"}}', 0o644)
    expect(() => readConfig(directory, refuse)).toThrow(/chmod 600/)
    write('{"model": "openai/m"}', 0o644)
    expect(readConfig(directory, refuse)).toEqual({ model: "openai/m" })
  })

  it("are refused if they cannot be read", () => {
    mkdirSync(join(directory, "config.json"))
    expect(() => readConfig(directory, refuse)).toThrow(expect.objectContaining({ code: "invalid" }))
  })
})

describe("their place", () => {
  it.each([
    [{ HOLDFAST_CONFIG: "/mine", XDG_CONFIG_HOME: "/xdg" }, "/mine"],
    [{ XDG_CONFIG_HOME: "/xdg" }, "/xdg/holdfast"],
    [{ XDG_CONFIG_HOME: "relative" }, join(homedir(), ".config", "holdfast")],
    [{}, join(homedir(), ".config", "holdfast")],
  ])("with %j is %s", (env, expected) => {
    expect(configDirectory(env)).toBe(expected)
  })
})

it("are in a whole path, wherever the program goes afterwards", () => {
  expect(configDirectory({ HOLDFAST_CONFIG: "own/config" })).toBe(join(process.cwd(), "own/config"))
})
