import { describe, expect, it } from "vitest"
import type { Part } from "../contract.ts"
import type { Fences } from "./fence.ts"
import { recoverTextCalls } from "./text-calls.ts"

const stop: Part = { type: "finished", finish: "stop" }

function read(text: string, options: { fences: Fences }) {
  const { take } = recoverTextCalls({ isTool: (name) => name === "read", ...options })
  const parts = [...take({ type: "text", text }), ...take(stop)]
  return {
    shown: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    calls: parts.filter((part) => part.type === "call"),
    end: parts.at(-1),
  }
}

describe("a call that may be an example", () => {
  const json = '{"name": "read", "arguments": {"path": "a"}}'
  const marked = `<tool_call>${json}</tool_call>`
  const fence = `\`\`\`json\n${json}\n\`\`\`\n`
  const unconfirmed = { type: "finished", finish: "stop", unconfirmed: ["read"] }

  it.each([
    ["in a fence, of a model that calls natively", fence, "none"],
    ["in a fence that says so", 'Now.\n```tool_code\nread(path="a.txt")\n```', "none"],
    ["in a fence behind words", `A call looks like this:\n${fence}`, "alone"],
    ["announced as one", `Here is an example only, do not run it:\n${marked}`, "last"],
    ["announced as one, in a fence", `Here is an example:\n${fence}`, "last"],
    ["announced as not to be run", `You should not run this:\n\n${marked}`, "last"],
    ["announced as one in another language", `Zum Beispiel:\n${marked}`, "last"],
    ["announced as one, as bare JSON", `示例：\n${json}`, "last"],
  ] as const)("is not made, and is named: %s", async (_, text, fences) => {
    expect(await read(text, { fences })).toEqual({ shown: text, calls: [], end: unconfirmed })
  })

  it.each([
    ["a fence that is the whole answer", fence, "alone"],
    ["a fence at the end, once the model was asked", `I read it:\n${fence}`, "last"],
    ["behind a path that only sounds like it", `I read example.txt and docs/example:\n${marked}`, "alone"],
    ["behind words about the one before", `That was the example.\nNow I read it:\n${marked}`, "alone"],
  ] as const)("is made where nothing says so: %s", async (_, text, fences) => {
    expect((await read(text, { fences })).calls).toHaveLength(1)
  })

  it("is quoted where the answer goes on behind it", async () => {
    const text = `A call looks like this:\n${fence}\nThe tool then gives the file.`
    expect((await read(text, { fences: "none" })).end).toEqual({ ...stop, quoted: ["read"] })
  })

  it("does not keep the calls beside it from being made", async () => {
    const { calls, end } = await read(`Now:\n${fence}${marked}`, { fences: "alone" })
    expect(calls).toHaveLength(1)
    expect(end).toEqual({ type: "finished", finish: "tool-calls", unconfirmed: ["read"] })
  })
})
