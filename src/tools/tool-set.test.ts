import { describe, expect, it } from "vitest"
import { readArguments } from "./arguments/tool-arguments.ts"
import type { Tool } from "./contract.ts"
import { describeTools, findTool, nearestTool, toolAliases, tools } from "./tool-set.ts"

function tool(name: string): Tool {
  const found = findTool(tools, name)
  if (!found) throw new Error(`no tool ${name}`)
  return found
}

describe("the tools", () => {
  it("have the names that models know, theirs and others'", () => {
    expect(
      ["read", "read_file", "ReadFile", "str_replace", "TodoWrite", "AskUserQuestion", "search"].map(
        (name) => findTool(tools, name)?.name,
      ),
    ).toEqual(["read", "read", "read", "edit", "todo", "ask", "grep"])
    expect(
      ["functions.read", "default_api:write_file", "read<|channel|>commentary", "bash:0", "mcp__files__edit"].map(
        (name) => findTool(tools, name)?.name,
      ),
    ).toEqual(["read", "write", "read", "bash", "edit"])
    expect(findTool(tools, "fly")).toBeUndefined()
    const names = [...tools.map(({ name }) => name), "bash"]
    expect(Object.values(toolAliases).filter((name) => !names.includes(name))).toEqual([])
  })

  it("are known by a name with a slip in it, where only one is near", () => {
    const near = (name: string) => nearestTool(tools, name)?.name
    expect(["raed", "writ", "greap", "notepad_raed", "memory-wrote"].map(near)).toEqual([
      "read",
      "write",
      "grep",
      "notepad_read",
      "memory_write",
    ])
    // "memory_r..." may be two, and a short word is another word.
    expect(["fly", "go", "lint", "teleport", "memory"].map(near).filter(Boolean)).toEqual([])
  })

  it("are described by a small JSON Schema", () => {
    expect(describeTools([tool("edit")])).toEqual([
      {
        name: "edit",
        description: expect.stringContaining("exactly once"),
        parameters: {
          type: "object",
          properties: {
            path: { type: "string" },
            old: { type: "string" },
            new: { type: "string" },
            all: { type: "boolean" },
          },
          required: ["path", "old", "new"],
        },
      },
    ])
    expect(JSON.stringify(describeTools(tools))).not.toMatch(/minLength|inimum|aximum/)
  })
})

describe("arguments", () => {
  it.each([
    ["as they should be", "read", { path: "a" }, { path: "a" }, []],
    ["other names", "read", { filePath: "a" }, { path: "a" }, ["filePath: took it for path"]],
    ["other names", "glob", { pattern: "*", dir: "a" }, { pattern: "*", path: "a" }, ["dir: took it for path"]],
    [
      "the names of other tools",
      "edit",
      { file_path: "a", old_string: "b", newText: "c", replaceAll: "true" },
      { path: "a", old: "b", new: "c", all: true },
      [
        "file_path: took it for path",
        "old_string: took it for old",
        "newText: took it for new",
        "replaceAll: took it for all",
        "all: read it as true",
      ],
    ],
    [
      "numbers as text",
      "read",
      { path: "a", offset: "10" },
      { path: "a", offset: 10 },
      ["offset: read the text as a number"],
    ],
    ["null for nothing", "read", { path: "a", limit: null }, { path: "a" }, []],
    [
      "what is unknown",
      "read",
      { path: "a", encoding: "x" },
      { path: "a" },
      ["encoding: left out, it is not an argument"],
    ],
    ["a text of JSON", "read", '{"path": "a"}', { path: "a" }, ["arguments: read the text as JSON"]],
    [
      "arguments in an argument",
      "read",
      { arguments: { path: "a" } },
      { path: "a" },
      ["arguments: took them out of arguments"],
    ],
    [
      "a whole call as its arguments",
      "read",
      '{"name": "read", "arguments": {"file": "a"}}',
      { path: "a" },
      ["arguments: took them out of arguments", "file: took it for path"],
    ],
    [
      "what is nearly JSON",
      "read",
      "{'path': 'a', limit: 5,}",
      { path: "a", limit: 5 },
      ["arguments: repaired the JSON"],
    ],
    ["a list of one", "read", [{ path: "a" }], { path: "a" }, ["arguments: took the one in the list"]],
    [
      "an object for text",
      "write",
      { path: "a", content: { b: 1 } },
      { path: "a", content: '{\n  "b": 1\n}' },
      ["content: made text of it"],
    ],
    [
      "lines for text",
      "write",
      { path: "a", content: ["x", "y"] },
      { path: "a", content: "x\ny" },
      ["content: made text of it"],
    ],
    [
      "the todo list of others",
      "todo",
      { todos: [{ content: "x", status: "in_progress", active_form: "doing x" }, "y"] },
      { items: [{ text: "x", state: "active", activeForm: "doing x" }, { text: "y" }] },
      [
        "todos: took it for items",
        "items[0].content: took it for text",
        "items[0].status: took it for state",
        "items[0].active_form: took it for activeForm",
        "items[0].state: took in_progress for active",
        "items[1]: took the text for text",
      ],
    ],
    ["a list as text", "todo", { items: '[{"text":"x"}]' }, { items: [{ text: "x" }] }, ["items: made a list of it"]],
    [
      "one option for a list",
      "ask",
      { question: "a?", options: "yes" },
      { question: "a?", options: ["yes"] },
      ["options: made a list of it"],
    ],
  ])("are read: %s", (_, name, raw, args, repaired) => {
    expect(readArguments(tool(name), raw)).toEqual({ arguments: args, repaired })
  })

  it.each([
    [
      "read",
      {},
      'The arguments of read are wrong: `path` is missing. It takes {"path": string, "offset"?: integer, "limit"?: integer}.',
    ],
    ["read", { path: "a", offset: "ten" }, "`offset`: Invalid input"],
    ["read", { path: "a\0b" }, "`path`: a path cannot hold a NUL character"],
    ["read", "not JSON", 'are no JSON that can be read. Write them as {"path": string'],
    // It ends within a text: nobody knows how it goes on.
    [
      "write",
      '{"path": "a.txt", "content": "half of',
      "They end in the middle of a text: write less in one call. Write them as",
    ],
    // The quotes within the text make a name of what is none.
    ["write", '{"path": "a.py", "content": "print(\'x\')\nfoo("bar")\n"}', "no JSON that can be read"],
    ["todo", { items: [{ text: "x", state: "perhaps" }] }, '"state"?: "pending" | "active" | "completed"'],
  ])("are refused with what to write instead: %s %j", (name, raw, text) => {
    expect(readArguments(tool(name), raw)).toEqual({ status: "error", text: expect.stringContaining(text) })
  })
})
