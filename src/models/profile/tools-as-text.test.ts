import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Part } from "../contract.ts"
import { recoverTextCalls } from "../text-calls/text-calls.ts"
import { callAsText, resultAsText, toolsAsText } from "./tools-as-text.ts"

const read = {
  name: "read",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "where it is" },
      limit: { type: "integer" },
      kind: { enum: ["text", "bytes"] },
      edits: {
        type: "array",
        items: { type: "object", properties: { old: { type: "string" }, all: { type: "boolean" } }, required: ["old"] },
      },
      at: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["path"],
  },
}

describe("tools as text", () => {
  it("are listed with what they take, and how they are called", () => {
    expect(toolsAsText([read, { name: "todo", description: "Lists.", parameters: {} }], "tagged")).toBe(
      `## Tools Available

- read: Reads a file.
  - path (string, required): where it is
  - limit (integer)
  - kind ("text" | "bytes")
  - edits (array of { old: string, all?: boolean })
  - at (string | null)
- todo: Lists.

## Tool Call Format

To use a tool, write it in your answer exactly so:

<tool_call>
{"name":"tool_name","arguments":{"parameter":"value"}}
</tool_call>

- Between the tags stands one JSON object with "name" and "arguments", and nothing else. Write a line break in a text as \\n.
- Do not put it into a code block. For a second call, write a second pair of tags.
- After your calls, stop. The next message brings each result, as [Result of tool_name]: … or [Error of tool_name]: …. Never write a result yourself.`,
    )
    expect(toolsAsText([read], "bracket")).toContain('[USE tool_name tool with: parameter="value"]')
  })

  it.each(["tagged", "bracket"] as const)("are called in a way that is understood: %s", async (format) => {
    const value = fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)))
    const name = fc.stringMatching(/^[a-z]{1,8}$/)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), async (given) => {
        expect(await callsIn(callAsText({ name: "read", arguments: given }, format))).toEqual([
          { name: "read", arguments: given },
        ])
      }),
      { numRuns: 200 },
    )
  })

  it("have results that say whose they are", () => {
    expect(resultAsText({ name: "read", text: "A", failed: false })).toBe("[Result of read]: A")
    expect(resultAsText({ name: "read", text: "no file", failed: true })).toBe("[Error of read]: no file")
  })
})

async function callsIn(text: string) {
  const found: unknown[] = []
  for await (const part of recoverTextCalls(said(text), { isTool: (name) => name === "read" })) {
    if (part.type === "call") found.push({ name: part.name, arguments: part.arguments })
  }
  return found
}

async function* said(text: string): AsyncGenerator<Part> {
  yield { type: "text", text }
  yield { type: "finished", finish: "stop" }
}
