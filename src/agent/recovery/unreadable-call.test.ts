import { describe, expect, it } from "vitest"
import { hasCallMarks } from "./unreadable-call.ts"

describe("the marks of a call", () => {
  it.each([
    "<tool_call>",
    "I look.\n<tool_call>read a.txt please</tool_call>",
    "<function=read(path)>",
    "<|python_tag|>read the file",
    "<｜tool▁calls▁begin｜>read",
    "[TOOL_CALLS] read a.txt",
    "<tool_call>read it</tool_call>\nOneLongWordAndNoMore",
    "[USE read tool with: ]",
    "Thought: hm\nAction: fly\nAction Input: mars",
    '{"name": "teleport", "arguments": {"to": "mars"}}',
  ])("are in %j", (text) => {
    expect(hasCallMarks(text)).toBe(true)
  })

  it.each([
    "It is done.",
    "A call looks like `<tool_call>{…}</tool_call>`.",
    "```xml\n<tool_call>{}</tool_call>\n```",
    "The parser reads <tool_call> and more.",
    "Action: none is needed.",
    '{"name": "holdfast", "version": "1.0.0"}',
    "a < b and [use of tools]",
    "    <tool_call>{}</tool_call>\n\nI will not run that.",
  ])("are not in %j", (text) => {
    expect(hasCallMarks(text)).toBe(false)
  })
})
