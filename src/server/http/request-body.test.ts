import { describe, expect, it } from "vitest"
import { jsonOf } from "./request-body.ts"

const read = (text: string) => jsonOf(Buffer.from(text))

describe("jsonOf", () => {
  it("reads JSON, and nothing where there is nothing", () => {
    expect([read('{"a":["b"]}'), read("")]).toEqual([{ a: ["b"] }, undefined])
  })

  it("refuses what is nested too deep, but not brackets inside of a text", () => {
    expect(() => read(`${"[".repeat(101)}${"]".repeat(101)}`)).toThrow("deeper than 100")
    expect(read(`${"[".repeat(100)}${"]".repeat(100)}`)).toBeInstanceOf(Array)
    expect(read(JSON.stringify('\\"'.concat("[".repeat(500))))).toBe('\\"'.concat("[".repeat(500)))
  })

  it("refuses what is no JSON, or no UTF-8", () => {
    for (const bytes of [Buffer.from("{"), Buffer.from([0x22, 0xff, 0x22])]) {
      expect(() => jsonOf(bytes)).toThrow("not valid UTF-8 JSON")
    }
  })
})
