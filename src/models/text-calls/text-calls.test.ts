import { describe, expect, it } from "vitest"
import { bare } from "../../../test/support/models/text-calls/bare.ts"
import { marked } from "../../../test/support/models/text-calls/marked.ts"
import { plain } from "../../../test/support/models/text-calls/plain.ts"
import { quoted, quotedByNative } from "../../../test/support/models/text-calls/quoted.ts"
import { ownNames, toolNames } from "../../../test/support/models/text-calls/recorded.ts"
import { tagged } from "../../../test/support/models/text-calls/tagged.ts"
import { thinking } from "../../../test/support/models/text-calls/thinking.ts"
import { plainName } from "../../base/plain-name.ts"
import type { Part } from "../contract.ts"
import { textCallReader } from "./text-call-reader.ts"
import { recoverTextCalls, type TextCallsOptions } from "./text-calls.ts"

const isTool = (name: string) => toolNames.includes(plainName(name))
const isOwnName = (name: string) => ownNames.includes(plainName(name))

function recovered(parts: readonly Part[], more: Partial<TextCallsOptions> = {}): Part[] {
  const { take, end } = recoverTextCalls({ isTool, isOwnName, ...more })
  const isWhole = parts.some(({ type }) => type === "finished" || type === "failed")
  return [...parts.flatMap(take), ...(isWhole ? [] : end())]
}

const said = (text: string): Part => ({ type: "text", text })
const stop: Part = { type: "finished", finish: "stop" }

async function read(text: string, more: Partial<TextCallsOptions> = {}) {
  const parts = await recovered([said(text), stop], more)
  const joined = (type: "text" | "reasoning") => parts.map((part) => (part.type === type ? part.text : "")).join("")
  return {
    shown: joined("text"),
    reasoning: joined("reasoning"),
    calls: parts.flatMap((part) => (part.type === "call" ? [[part.written, part.name, part.arguments]] : [])),
    end: parts.at(-1),
  }
}

describe("calls that a model writes as text", () => {
  it.each([...tagged, ...marked, ...bare, ...thinking].map((row) => [row.title, row] as const))(
    "are taken out of the text: %s",
    async (_, { text, shown = "", reasoning = "", calls }) => {
      const finish = calls.length > 0 ? "tool-calls" : "stop"
      expect(await read(text, { fences: "last" })).toMatchObject({
        shown,
        reasoning,
        calls,
        end: { type: "finished", finish },
      })
    },
  )
})

describe("a text without a call", () => {
  it.each(plain)("stays as it is: %s", async (_, text) => {
    expect(await read(text)).toEqual({ shown: text, reasoning: "", calls: [], end: stop })
  })
})

describe("a call that is only quoted", () => {
  it.each(quoted)("stays text: %s", async (_, text) => {
    for (const format of ["native", "tagged", "bracket"] as const) {
      expect(await read(text, { format })).toMatchObject({ shown: text, reasoning: "", calls: [], end: stop })
    }
  })

  it.each(quotedByNative)("stays text where the model can call without text: %s", async (_, text) => {
    expect(await read(text, { format: "native", fences: "none" })).toMatchObject({ shown: text, calls: [], end: stop })
    expect((await read(text, { format: "tagged", fences: "last" })).calls).toHaveLength(1)
  })

  it("stays text where it stands in what the model was given, and is named", async () => {
    const call = '<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>'
    const other = '<tool_call>{"name": "read", "arguments": {"path": "b"}}</tool_call>'
    const isQuoted = (written: string) => written.includes('"a"')
    expect(await recovered([said(`So:\n${call}\n${other}`), stop], { isQuoted })).toEqual([
      said("So:\n"),
      said(`${call}\n`),
      { type: "call", call: "text-1", name: "read", arguments: { path: "b" }, written: "tool-call" },
      { type: "finished", finish: "tool-calls", quoted: ["read"] },
    ])
    expect(await recovered([{ type: "reasoning", text: call }, stop], { isQuoted })).toEqual([
      { type: "reasoning", text: call },
      stop,
    ])
  })
})

describe("a model that can call without text", () => {
  const json = '{"name": "read", "arguments": {"path": "a.txt"}}'
  it.each([
    ["JSON", json],
    ["a marker behind prose", `I read it.\n\n<tool_call>${json}</tool_call>`],
    ["a marker with words behind it", `<tool_call>${json}</tool_call>\n\nI wait for the result.`],
    ["brackets behind prose", 'Now.\n\n[USE read tool with: path="a.txt"]'],
    ["a tag", "<read>\n<path>a.txt</path>\n</read>"],
    ["ReAct", 'Thought: I have to look.\nAction: read\nAction Input: {"path": "a.txt"}\nObservation: It is empty.'],
  ])("is heard all the same: %s", async (_, text) => {
    const { calls } = await read(text, { format: "native" })
    expect(calls.map(([, ...call]) => call)).toEqual([["read", { path: "a.txt" }]])
  })
})

describe("the stream of an answer", () => {
  const call = '<tool_call>{"name": "read", "arguments": {"path": "a", "n": 1}}</tool_call>'
  const half = '<tool_call>{"name": "write", "arguments": {"content": "ha'

  it("tells text at once, and holds back only what may begin a call", async () => {
    const parts = await recovered([said("one <b> "), said("two <"), said("tool_c"), said("ase> {"), said("x}"), stop])
    expect(parts).toEqual([said("one <b> "), said("two "), said("<tool_case> "), said("{x}"), stop])
  })

  it.each([
    ["code", ["function f() {\n  ret", "urn { a", ": [1, <b>] }\n", "}"]],
    ["JSON that somebody asked for", ['{\n  "title":', ' "a",\n', '  "name": "read"}']],
    ["JSON of another name", ['{"name": "Ada",', ' "arguments": ["a', '"]}']],
    ["a block of code", ["```ts\n", "const a", " = {\n", "```\n"]],
  ])("does not hold back %s", async (_, deltas) => {
    const parts = deltas.map(said)
    expect(await recovered([...parts, stop])).toEqual([...parts, stop])
  })

  it("numbers the calls, and tells them behind the text", async () => {
    expect(await recovered([said(`${call}\nand\n`), said(`${call} so`), stop])).toEqual([
      said("and\nso"),
      { type: "call", call: "text-1", name: "read", arguments: { path: "a", n: 1 }, written: "tool-call" },
      { type: "call", call: "text-2", name: "read", arguments: { path: "a", n: 1 }, written: "tool-call" },
      { type: "finished", finish: "tool-calls" },
    ])
  })

  it("leaves out what repeats a native call, and keeps the rest", async () => {
    const native: Part = { type: "call", call: "c1", name: "Read", arguments: { n: 1, path: "a" } }
    const other = '<tool_call>{"name": "read", "arguments": {"path": "b"}}</tool_call>'
    expect(await recovered([said(call), native, { type: "finished", finish: "tool-calls" }])).toEqual([
      native,
      { type: "finished", finish: "tool-calls" },
    ])
    expect(await recovered([said(other), native, { type: "finished", finish: "tool-calls" }])).toEqual([
      native,
      { type: "call", call: "text-1", name: "read", arguments: { path: "b" }, written: "tool-call" },
      { type: "finished", finish: "tool-calls" },
    ])
  })

  it("cuts the call that the length limit left open, and keeps those that are whole", async () => {
    const usage = { input: 1, output: 2 }
    expect(await recovered([said(`${call}${half}`), { type: "finished", finish: "length", usage }])).toEqual([
      { type: "call", call: "text-1", name: "read", arguments: { path: "a", n: 1 }, written: "tool-call" },
      { type: "finished", finish: "tool-calls", usage, cut: ["write"] },
    ])
    const xml = "<function=write><parameter=path>a</parameter><parameter=content>ha"
    expect(await recovered([said(xml), { type: "finished", finish: "length", cut: ["edit"] }])).toEqual([
      { type: "finished", finish: "length", cut: ["edit", "write"] },
    ])
  })

  it.each([
    ["JSON", '<tool_call>{"name": "write", "arguments": {"content": "a </tool_call> tag, and'],
    [
      "XML",
      "<function=write><parameter=content><function=f><parameter=a>1</parameter></function> is an example, and so is",
    ],
    ["Gemma", '<|tool_call>call:write{content:<|"|>half'],
    ["ReAct", "Action: write\nAction Input: half"],
    ["brackets", '[calls write tool with: content="half'],
    ["a fence", '```json\n{"name": "write", "arguments": {"content": "half'],
    ["Python", '[write(content="half'],
    ["the tag of a tool", "<write><content>half"],
  ])("never calls half of what was to be written, whatever it speaks of: %s", async (_, text) => {
    const parts = await recovered([said(text), { type: "finished", finish: "length" }])
    expect(parts.filter((part) => part.type !== "text")).toEqual([
      { type: "finished", finish: "length", cut: ["write"] },
    ])
  })

  it.each([
    ["Qwen Coder", "<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nhalf"],
    ["GLM", "<tool_call>write\n<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>ha"],
    ["the tag of a tool", "<write><path>a</path><content>half"],
    ["brackets", '[USE write tool with: path="a", content="half of\nthe fi'],
    ["brackets without quotes", "[USE write tool with: path=a, content=half of the"],
    ["Python", '[write(path="a", content="half'],
    ["Gemma", '<|tool_call>call:write{path:<|"|>a<|"|>,content:<|"|>half'],
    [
      "content that opens a tag and never closes it",
      "<function=write><parameter=content>use <parameter=x> here</parameter><parameter=path>a.txt</parameter></function> ok",
    ],
    [
      "content that speaks of a call",
      "<function=write><parameter=content><function=f><parameter=a>1</parameter></function> is an example, and so is",
    ],
    [
      "an end that its own content speaks of",
      "<function=write><parameter=path>a</parameter><parameter=content>To end write\n</parameter>\n</function>\nthen go on\n</parameter></function>",
    ],
  ])("never calls what has no end, whatever the provider says of the end: %s", async (_, text) => {
    const parts = await recovered([said(text), stop])
    expect(parts.filter((part) => part.type !== "text")).toEqual([
      { type: "finished", finish: "length", cut: ["write"] },
    ])
  })

  it.each(["<tool_call>", '<tool_call>\n{"name": "wri', "<function_calls>\n<invoke", "[TOOL_CALLS]wri"])(
    "does not show the beginning of a call that was cut off before its name: %s",
    async (half) => {
      const cut: Part = { type: "finished", finish: "length", cut: ["unknown"] }
      expect(await recovered([said(`Now. ${half}`), { type: "finished", finish: "length" }])).toEqual([
        said("Now. "),
        cut,
      ])
      expect(await recovered([said(`Now. ${half}`), stop])).toEqual([said("Now. "), said(half), stop])
    },
  )

  it("calls nothing when the answer failed or was stopped", async () => {
    const failed: Part = { type: "failed", failure: { kind: "connection", message: "gone" } }
    expect(await recovered([said(`a ${call}\n<b`), failed])).toEqual([said("a "), said("\n<b"), failed])
    expect(await recovered([said(`a ${call}\n<b`)])).toEqual([said("a "), said("\n<b")])
  })

  it("finds a call in native reasoning only if nothing else is said or called", async () => {
    const reasoning: Part = { type: "reasoning", text: `Now ${call}` }
    expect(await recovered([reasoning, said("I refuse."), stop])).toEqual([reasoning, said("I refuse."), stop])
    expect(await recovered([reasoning, { type: "reasoning", text: " is an attack" }, stop])).toEqual([
      reasoning,
      { type: "reasoning", text: " is an attack" },
      stop,
    ])
    expect(await recovered([reasoning, said("\n"), stop])).toEqual([
      reasoning,
      said("\n"),
      { type: "call", call: "text-1", name: "read", arguments: { path: "a", n: 1 }, written: "tool-call" },
      { type: "finished", finish: "tool-calls" },
    ])
    const native: Part = { type: "call", call: "c1", name: "glob", arguments: {} }
    expect(await recovered([reasoning, native, stop])).toEqual([reasoning, native, stop])
  })

  it("finds it there also when the provider takes the answer for empty", async () => {
    const reasoning: Part = { type: "reasoning", text: `Now ${call}` }
    const failed: Part = {
      type: "failed",
      failure: { kind: "empty", message: "nothing", usage: { input: 1, output: 2 } },
    }
    expect(await recovered([reasoning, failed])).toEqual([
      reasoning,
      { type: "call", call: "text-1", name: "read", arguments: { path: "a", n: 1 }, written: "tool-call" },
      { type: "finished", finish: "tool-calls", usage: { input: 1, output: 2 } },
    ])
    expect(await recovered([{ type: "reasoning", text: "Hm." }, failed])).toEqual([
      { type: "reasoning", text: "Hm." },
      failed,
    ])
  })
})

it("keeps a line of a file that looks like a parameter in the file", () => {
  const written = "# Format\n\n<parameter=path>src/x.js\nmore"
  const call = `<tool_call>\n<function=write>\n<parameter=path>\ndocs/format.md\n</parameter>\n<parameter=content>\n${written}\n</parameter>\n</function>\n</tool_call>`
  const reader = textCallReader({ isTool: () => true })
  reader.push(call)
  expect(reader.end().calls).toMatchObject([{ name: "write", arguments: { path: "docs/format.md", content: written } }])
})
