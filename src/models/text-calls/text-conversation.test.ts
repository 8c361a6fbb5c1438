import { describe, expect, it } from "vitest"
import type { Message } from "../contract.ts"
import { inText, withToolsInText } from "./text-conversation.ts"

const call = (id: string, path: string) => ({ call: id, name: "read", arguments: { path } })
const bytes = new Uint8Array([1])
const picture = { name: "p.png", mediaType: "image/png", bytes }

describe("a conversation in text", () => {
  const messages: Message[] = [
    { role: "user", text: "Look", attachments: [picture] },
    { role: "user", text: "Now", attachments: [picture] },
    { role: "assistant", text: "I look.", reasoning: "hm", calls: [call("a", "x"), call("b", "y")] },
    { role: "tool", call: "a", name: "read", text: "X", failed: false },
    { role: "tool", call: "b", name: "read", text: "no file", failed: true },
    { role: "user", text: "And?" },
    { role: "assistant", text: "", calls: [call("c", "z")] },
    { role: "assistant", text: "Done.", calls: [] },
  ]

  it("has calls and results in what was said, and never two messages of one side in a row", () => {
    expect(inText(messages, "tagged")).toEqual([
      { role: "user", text: "Look\n\nNow", attachments: [picture, picture] },
      {
        role: "assistant",
        text: 'I look.\n<tool_call>\n{"name":"read","arguments":{"path":"x"}}\n</tool_call>\n<tool_call>\n{"name":"read","arguments":{"path":"y"}}\n</tool_call>',
        reasoning: "hm",
        calls: [],
      },
      {
        role: "user",
        text: expect.stringMatching(
          /^\[Result of read, up to (END-\w+)\]:\nX\n\1\n\n\[Error of read, up to (END-\w+)\]:\nno file\n\2\n\nAnd\?$/,
        ),
      },
      {
        role: "assistant",
        text: '<tool_call>\n{"name":"read","arguments":{"path":"z"}}\n</tool_call>\n\nDone.',
        calls: [],
      },
    ])
  })

  it("has calls in brackets where that is the format", () => {
    expect(inText(messages.slice(6, 7), "bracket")).toEqual([
      { role: "assistant", text: '[USE read tool with: path="z"]', calls: [] },
    ])
  })
})

describe("a request whose tools a model is told of in text", () => {
  const tools = [{ name: "read", description: "Reads.", parameters: {} }]
  const request = { purpose: "turn", instructions: "", messages: [], tools, position: 0 } as const

  it("has them added to the instructions, which may be empty", async () => {
    expect((await withToolsInText(request, "tagged")).instructions).toMatch(/^## Tools Available/)
    const more = await withToolsInText({ ...request, instructions: "Be brief." }, "tagged")
    expect(more.instructions).toMatch(/^Be brief\.\n\n## Tools Available/)
    expect(more.toolFormat).toBe("tagged")
  })

  it("has its instructions made anew where the caller can", async () => {
    const instructionsIn = async (format: string) => `Call in ${format}.`
    const rebuilt = await withToolsInText({ ...request, instructions: "Call natively.", instructionsIn }, "bracket")
    expect(rebuilt).toMatchObject({ instructions: "Call in bracket.", toolFormat: "bracket" })
  })
})
