import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { HoldfastError } from "../session/error.ts"
import { plain } from "./plain.ts"

describe("plain", () => {
  it("is what JSON makes of a value", () => {
    const odd = fc.constantFrom(undefined, Number.NaN, -Infinity, new Date(0), Symbol("s"), () => 1, {
      toJSON: () => [1],
    })
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        odd,
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value")),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (data) => {
        const { __proto__: _, ...safe } = data
        expect(plain(safe)).toStrictEqual(JSON.parse(JSON.stringify(safe)))
      }),
    )
  })

  it("shares nothing that can be changed", () => {
    const data = { tags: ["one"], deep: { list: [{ text: "a" }] } }
    const copy = plain(data)
    data.tags.push("two")
    data.deep.list.push({ text: "b" })
    expect(copy).toEqual({ tags: ["one"], deep: { list: [{ text: "a" }] } })
  })

  it("keeps a field that is called __proto__ as a field", () => {
    const value = JSON.parse('{ "__proto__": { "mode": "allow" }, "b": 1 }') as Record<string, unknown>
    const copy = plain(value)
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
    expect("mode" in copy).toBe(false)
  })

  it("refuses what JSON cannot hold: cycles, endless depth, bigints", () => {
    const cycle: Record<string, unknown> = {}
    cycle.again = cycle
    for (const value of [cycle, { big: 1n }]) expect(() => plain(value)).toThrow(HoldfastError)
  })
})
