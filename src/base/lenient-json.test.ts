import { describe, expect, it } from "vitest"
import { readNamedArguments } from "./lenient-json.ts"

describe("the arguments of a call by name", () => {
  it.each<[string, Record<string, unknown>]>([
    ["", {}],
    ['path="a.txt", limit=3', { path: "a.txt", limit: 3 }],
    ["path='it\\'s', deep=True, none=None", { path: "it's", deep: true, none: null }],
    ['kinds=["a", \'b\'], at={"x": 1},', { kinds: ["a", "b"], at: { x: 1 } }],
    ["path=src/a.ts, url=http://x/#y", { path: "src/a.ts", url: "http://x/#y" }],
    ["command=echo don't, timeout=3", { command: "echo don't", timeout: 3 }],
    ['content="""a\\n"b"\n""", pattern=r"\\d\\n"', { content: 'a\n"b"\n', pattern: "\\d\\n" }],
  ])("are read: %s", (source, expected) => expect(readNamedArguments(source)).toEqual(expected))

  it.each(['path="a', '"a.txt"', "path", 'path="a" limit=3', "path="])("are not made up: %s", (source) => {
    expect(readNamedArguments(source)).toBeUndefined()
  })
})
