import { describe, expect, it } from "vitest"
import { tools } from "../tools/tool-set.ts"
import { argumentsHash } from "./arguments-hash.ts"
import { nameCalls } from "./calls.ts"

const call = (id: string, name: string, args: Record<string, unknown> | string) => ({
  type: "call" as const,
  call: id,
  name,
  arguments: args,
})

describe("the calls of an answer", () => {
  it("have our names and arguments, and say how they were mended", () => {
    expect(nameCalls([call("a", "ReadFile", { file_path: "x.ts" })], tools)).toEqual([
      {
        call: "a",
        name: "read",
        arguments: { path: "x.ts" },
        argumentsHash: argumentsHash({ path: "x.ts" }),
        repaired: ["ReadFile is read", expect.stringContaining("file_path")],
      },
    ])
  })

  it("are as they were written where nothing had to be mended", () => {
    const [named] = nameCalls([call("a", "read", { path: "x.ts" })], tools)
    expect(named).not.toHaveProperty("repaired")
  })

  it("keep a name that is no tool's, and text that is no JSON, for whoever tells the model", () => {
    const named = nameCalls([call("a", "teleport", { to: "mars" }), call("b", "teleport", "{to: ")], tools)
    expect(named.map(({ name, arguments: args }) => [name, args])).toEqual([
      ["teleport", { to: "mars" }],
      ["teleport", { unparsed: "{to: " }],
    ])
  })

  it("have different ids, whatever the server gave them", () => {
    const same = ["x", "x", "x-2", "x"].map((id) => call(id, "read", { path: "a" }))
    expect(nameCalls(same, tools).map((named) => named.call)).toEqual(["x", "x-2", "x-2-2", "x-3"])
  })

  it("are no more than can be meant", () => {
    const many = Array.from({ length: 500 }, (_, index) => call(String(index), "read", { path: "a" }))
    expect(nameCalls(many, tools)).toHaveLength(128)
  })
})

describe("the hash of arguments", () => {
  it("is the same whatever the order of the names, and only then", () => {
    expect(argumentsHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(argumentsHash({ b: { d: null, c: [1, 2] }, a: 1 }))
    expect(argumentsHash({ a: [1, 2] })).not.toBe(argumentsHash({ a: [2, 1] }))
    expect(argumentsHash({ a: 1 })).not.toBe(argumentsHash({ a: "1" }))
  })
})
