import { describe, expect, it } from "vitest"
import { tools } from "../../tools/tool-set.ts"
import { argumentsHash } from "../tool-calls/arguments-hash.ts"
import { nameCalls } from "./name-calls.ts"

const here = { tools, workspace: "/nowhere/at/all" }
const call = (id: string, name: string, args: Record<string, unknown> | string) => ({
  type: "call" as const,
  call: id,
  name,
  arguments: args,
})

describe("the calls of an answer", () => {
  it("have our names and arguments, and say how they were mended", async () => {
    expect(await nameCalls([call("a", "ReadFile", { file_path: "x.ts" })], here)).toEqual([
      {
        call: "a",
        name: "read",
        arguments: { path: "x.ts" },
        argumentsHash: argumentsHash({ path: "x.ts" }),
        repaired: ["ReadFile is read", expect.stringContaining("file_path")],
      },
    ])
  })

  it("are as they were written where nothing had to be mended", async () => {
    const [named] = await nameCalls([call("a", "read", { path: "x.ts" })], here)
    expect(named).not.toHaveProperty("repaired")
  })

  it("keep a name that is no tool's, and text that is no JSON, for whoever tells the model", async () => {
    const named = await nameCalls([call("a", "teleport", { to: "mars" }), call("b", "teleport", "{to: ")], here)
    expect(named.map(({ name, arguments: args }) => [name, args])).toEqual([
      ["teleport", { to: "mars" }],
      ["teleport", { unparsed: "{to: " }],
    ])
  })

  it("are of the one tool whose name is a slip away, if their arguments are its own", async () => {
    const named = await nameCalls([call("a", "raed", { path: "x.ts" }), call("b", "raed", { to: "mars" })], here)
    expect(named).toEqual([
      expect.objectContaining({ name: "read", arguments: { path: "x.ts" }, repaired: ["raed is read"] }),
      { call: "b", name: "raed", arguments: { to: "mars" }, argumentsHash: argumentsHash({ to: "mars" }) },
    ])
  })

  it("say that they were written as text", async () => {
    const written = { ...call("a", "read", { path: "x.ts" }), written: "tool-call" }
    expect((await nameCalls([written], here))[0]?.repaired).toEqual(["written as text: tool-call"])
  })

  it("have different ids, whatever the server gave them", async () => {
    const same = ["x", "x", "x-2", "x"].map((id) => call(id, "read", { path: "a" }))
    expect((await nameCalls(same, here)).map((named) => named.call)).toEqual(["x", "x-2", "x-2-2", "x-3"])
  })

  it("are no more than can be meant", async () => {
    const many = Array.from({ length: 500 }, (_, index) => call(String(index), "read", { path: "a" }))
    expect(await nameCalls(many, here)).toHaveLength(128)
  })
})

describe("the hash of arguments", () => {
  it("is the same whatever the order of the names, and only then", () => {
    expect(argumentsHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(argumentsHash({ b: { d: null, c: [1, 2] }, a: 1 }))
    expect(argumentsHash({ a: [1, 2] })).not.toBe(argumentsHash({ a: [2, 1] }))
    expect(argumentsHash({ a: 1 })).not.toBe(argumentsHash({ a: "1" }))
  })
})
