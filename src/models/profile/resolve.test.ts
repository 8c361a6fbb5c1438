import { describe, expect, it } from "vitest"
import { type Description, nothingSaid } from "./description.ts"
import { hostedProfile, type Known, resolveProfile } from "./resolve.ts"

function known(model: string, described: Partial<Description> = {}, more: Partial<Known> = {}): Known {
  return { model, described: { ...nothingSaid, ...described }, contextWindow: null, local: true, ...more }
}

describe("the tool format", () => {
  it("is what a person has set, whatever else is known", () => {
    const learned = { toolFormat: "tagged", because: "refused", described: true } as const
    const set = { toolFormat: "bracket" } as const
    expect(resolveProfile(known("qwen3:8b", { tools: true }, { learned, set }))).toMatchObject({
      toolFormat: "bracket",
      source: "set",
    })
  })

  it("is what was learned, though its server and its name say otherwise", () => {
    const learned = { toolFormat: "tagged", because: "text-calls", described: true } as const
    expect(resolveProfile(known("qwen3:8b", { tools: true }, { learned }))).toMatchObject({
      toolFormat: "tagged",
      source: "learned",
    })
  })

  it("is no longer what was learned from a refusal when the server has begun to take tools", () => {
    const learned = { toolFormat: "tagged", because: "refused", described: false } as const
    expect(resolveProfile(known("m", { tools: true }, { learned }))).toMatchObject({
      toolFormat: "native",
      source: "server",
    })
    expect(resolveProfile(known("m", { tools: false }, { learned }))).toMatchObject({ source: "learned" })
  })

  it("is what the server says, be it against the name", () => {
    expect(resolveProfile(known("phi3", { tools: true }))).toMatchObject({ toolFormat: "native", source: "server" })
    expect(resolveProfile(known("qwen3", { tools: false }))).toMatchObject({ toolFormat: "tagged", source: "server" })
    expect(resolveProfile(known("phi3", { tools: false }))).toMatchObject({ toolFormat: "bracket", source: "server" })
  })

  it("follows the family that the server names, else the name, else it is native", () => {
    const families = ["qwen2.5"]
    expect(resolveProfile(known("mine", { families }))).toMatchObject({
      toolFormat: "native",
      strictness: "strict",
      source: "server",
    })
    expect(resolveProfile(known("phi3", { families }))).toMatchObject({ toolFormat: "native", source: "server" })
    expect(resolveProfile(known("phi3", { families: ["llama"] }))).toMatchObject({
      toolFormat: "bracket",
      source: "name",
    })
    for (const local of [true, false]) {
      expect(resolveProfile(known("mine", {}, { local }))).toMatchObject({ toolFormat: "native", source: "default" })
    }
  })
})

describe("the strength", () => {
  it.each([
    ["weak, with up to four billions of parameters", known("qwen3:4b"), "weak"],
    ["standard, with more", known("qwen3:8b"), "standard"],
    ["strong, with many", known("llama3.3:70b"), "strong"],
    ["the server's count before the name's", known("qwen3:8b", { billions: 1.7 }), "weak"],
    ["weak, with up to eight where calls are text", known("deepseek-r1:8b"), "weak"],
    ["standard, with more where calls are text", known("deepseek-r1:32b"), "standard"],
    ["never strong where calls are text", known("deepseek-r1:70b"), "standard"],
    ["the usual size of a family whose names do not tell", known("phi3"), "weak"],
    ["standard, of an unknown size with native calls", known("qwen3-coder"), "standard"],
    ["weak, when nothing is known of a model here", known("mystery"), "weak"],
    ["standard, when nothing is known of a hosted one", known("mystery", {}, { local: false }), "standard"],
    ["weak, with up to eight where nothing else is known", known("mystery:8b", {}, { local: false }), "weak"],
    ["never strong where nothing else is known", known("mystery:70b"), "standard"],
    ["weak, with a small window", known("llama3.3:70b", {}, { contextWindow: 8_192 }), "weak"],
    ["not weak by a larger window", known("llama3.3:70b", {}, { contextWindow: 8_193 }), "strong"],
    ["what a person says", known("qwen3:0.6b", {}, { set: { strength: "strong" } }), "strong"],
  ])("is %s", (_, model, strength) => {
    expect(resolveProfile(model).strength).toBe(strength)
  })
})

it("takes hosted models for strong ones, unless a person says otherwise", () => {
  const hosted = { toolFormat: "native", strength: "strong", strictness: "strict", source: "name" }
  expect(hostedProfile()).toEqual(hosted)
  expect(hostedProfile({ strength: "weak" })).toEqual({ ...hosted, strength: "weak" })
  expect(hostedProfile({ toolFormat: "tagged" })).toEqual({ ...hosted, toolFormat: "tagged", source: "set" })
})
