import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { partsOf, request } from "../../test/models/ask.ts"
import { openModel } from "./catalog/open-model.ts"
import type { Part } from "./contract.ts"
import { scriptedModel } from "./scripted-model.ts"

describe("a script", () => {
  it("answers turn, clarify and plan calls in order, by their place in the log", async () => {
    const model = scriptedModel("scripted", [
      { text: "one", usage: { input: 9, output: 3 } },
      { for: "explore", text: "looked" },
      { text: "two" },
      { for: "plan", text: "three" },
    ])
    expect(await partsOf(model, { position: 0 })).toEqual([
      { type: "text", text: "one" },
      { type: "finished", finish: "stop", usage: { input: 9, output: 3 } },
    ])
    expect((await partsOf(model, { purpose: "clarify", position: 1 }))[0]).toEqual({ type: "text", text: "two" })
    expect((await partsOf(model, { purpose: "plan", position: 2 }))[0]).toEqual({ type: "text", text: "three" })
    expect((await partsOf(model, { purpose: "explore", position: 0 }))[0]).toEqual({ type: "text", text: "looked" })
  })

  it("says Done. past its end, and leaves compact and title calls to the caller unless they are scripted", async () => {
    const model = scriptedModel("scripted", [{ text: "one" }, { for: "compact", text: "short" }])
    expect(await partsOf(model, { position: 1 })).toEqual([
      { type: "text", text: "Done." },
      { type: "finished", finish: "stop" },
    ])
    expect((await partsOf(model, { purpose: "compact", position: 0 }))[0]).toEqual({ type: "text", text: "short" })
    const own = [{ type: "finished", finish: "no-script" }]
    expect(await partsOf(model, { purpose: "compact", position: 1 })).toEqual(own)
    expect(await partsOf(model, { purpose: "title", position: 0 })).toEqual(own)
  })

  it("says so when a step is for another purpose than it is asked for", async () => {
    const model = scriptedModel("scripted", [{ for: "plan", text: "a plan" }])
    expect(await partsOf(model)).toMatchObject([
      { failure: { kind: "other", message: expect.stringContaining("plan") } },
    ])
  })

  it("streams reasoning, text and calls in chunks of whole characters", async () => {
    const model = scriptedModel("scripted", [
      { reasoning: "hmm", text: "ab🌍cd", toolCalls: [{ name: "read", arguments: { path: "x" } }], chunkChars: 2 },
    ])
    const parts: Part[] = []
    for await (const part of model.stream(request(), new AbortController().signal)) parts.push(part)
    expect(parts.flatMap((part) => ("text" in part && part.type !== "call-text" ? [part.text] : []))).toEqual([
      "hm",
      "m",
      "ab",
      "🌍",
      "cd",
    ])
    expect(parts.filter((part) => part.type === "call-text").length).toBeGreaterThan(3)
    expect(parts.slice(-2)).toEqual([
      { type: "call", call: "call-turn-0-0", name: "read", arguments: { path: "x" } },
      { type: "finished", finish: "tool-calls" },
    ])
  })

  it("gives every call of a session its own id", async () => {
    const step = {
      toolCalls: [
        { name: "read", arguments: {} },
        { name: "read", arguments: {} },
      ],
    }
    const model = scriptedModel("scripted", [step, step, { for: "explore", ...step }])
    const all = [
      ...(await partsOf(model, { position: 0 })),
      ...(await partsOf(model, { position: 1 })),
      ...(await partsOf(model, { purpose: "explore" })),
    ]
    const ids = all.flatMap((part) => (part.type === "call" ? [part.call] : []))
    expect(new Set(ids).size).toBe(6)
  })

  it("fails like a real provider, after some text if it is told to", async () => {
    const model = scriptedModel("scripted", [
      { error: { status: 500, message: "oops" } },
      { text: "half an answer", error: { status: 429, message: "Please try again in 2s.", afterChars: 4 } },
      { text: "a", error: { status: 0, message: "gone", afterChars: 1 } },
      { text: "" },
      { text: "no", finish: "content-filter" },
      { toolCalls: [{ name: "write", arguments: '{"path":"x","content":"ha' }], finish: "length" },
    ])
    const ends = await Promise.all([0, 1, 2, 3, 4, 5].map((position) => partsOf(model, { position })))
    expect(ends[0]).toMatchObject([{ failure: { kind: "server", status: 500 } }])
    expect(ends[1]).toMatchObject([{ text: "half" }, { failure: { kind: "rate-limit", retryAfterMs: 2000 } }])
    expect(ends[2]).toMatchObject([{ text: "a" }, { failure: { kind: "connection" } }])
    expect(ends[3]).toMatchObject([{ failure: { kind: "empty" } }])
    expect(ends[4]?.at(-1)).toMatchObject({ failure: { kind: "refused" } })
    expect(ends[5]?.at(-1)).toMatchObject({ failure: { kind: "length" } })
  })

  it("ends at once when it is cancelled during a delay", async () => {
    const model = scriptedModel("scripted", [{ text: "abcd", chunkChars: 1, chunkDelayMs: 60_000 }])
    const cancel = new AbortController()
    const parts: Part[] = []
    for await (const part of model.stream(request(), cancel.signal)) {
      parts.push(part)
      setImmediate(() => cancel.abort())
    }
    expect(parts).toEqual([{ type: "text", text: "a" }])
  })

  it("passes for what it is said to be", async () => {
    const profile = { toolFormat: "tagged", strength: "weak", strictness: "lax", source: "set" } as const
    const model = scriptedModel("scripted", [{ finish: "stop", usage: { input: 8000, output: 0 } }], {
      profile,
      contextWindow: 8192,
    })
    expect(model).toMatchObject({ profile, contextWindow: 8192 })
    // As of any model: nothing, said to a full window, is an overflow.
    expect(await partsOf(model)).toMatchObject([{ failure: { kind: "context-overflow" } }])
    expect(scriptedModel("scripted", [])).not.toHaveProperty("profile")
  })

  it("scales its delays", async () => {
    const model = scriptedModel("scripted", [{ text: "abcd", chunkChars: 1, chunkDelayMs: 60_000 }], { delayFactor: 0 })
    expect((await partsOf(model))[0]).toEqual({ type: "text", text: "abcd" })
  })
})

describe("a script in a file", () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  const open = (content: string, env = {}) => {
    writeFileSync(join(directory, "s.json"), content)
    return openModel("scripted:s.json", { env, directory })
  }

  it("is found from the given directory and named by its whole path", async () => {
    const model = await open(`[{ "text": "hi", "chunkDelayMs": 60000, "chunkChars": 1 }]`, {
      HOLDFAST_SCRIPT_DELAY: "0",
    })
    expect(model).toMatchObject({ name: `scripted:${join(directory, "s.json")}`, scripted: true })
    expect((await partsOf(model))[0]).toEqual({ type: "text", text: "hi" })
  })

  it.each([
    ["[{", "not JSON"],
    [`{ "text": "hi" }`, "JSON array of steps"],
    [`[{ "text": "hi" }, { "txt": "hi" }]`, "step 2"],
    [`[{ "toolCalls": [{ "arguments": {} }] }]`, "step 1, toolCalls.0.name"],
    [`[{ "for": "nothing" }]`, "step 1, for"],
  ])("%s is refused with where it is wrong", async (content, words) => {
    await expect(open(content)).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining(words) })
  })

  it("must exist", async () => {
    await expect(openModel("scripted:none.json", { env: {}, directory })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("cannot be read"),
    })
  })

  it("passes for what the environment says", async () => {
    expect(await open("[]", { HOLDFAST_SCRIPT_WINDOW: "8192", HOLDFAST_SCRIPT_FORMAT: "bracket" })).toMatchObject({
      contextWindow: 8192,
      profile: { toolFormat: "bracket", strength: "standard", source: "set" },
    })
    expect(await open("[]", { HOLDFAST_SCRIPT_WINDOW: "", HOLDFAST_SCRIPT_FORMAT: "" })).not.toHaveProperty("profile")
  })

  it.each([
    ["HOLDFAST_SCRIPT_DELAY", "fast", "such as 0, 0.5 or 1"],
    ["HOLDFAST_SCRIPT_WINDOW", "-1", "such as 8192"],
    ["HOLDFAST_SCRIPT_WINDOW", "8k", "such as 8192"],
    ["HOLDFAST_SCRIPT_FORMAT", "xml", "native, tagged or bracket"],
  ])("refuses %s that is %s, and says what to give", async (name, value, words) => {
    await expect(open("[]", { [name]: value })).rejects.toThrow(new RegExp(`${name}.*${words}`))
  })
})
