import { describe, expect, it } from "vitest"
import { paintFor } from "./paint.ts"
import { harmless, harmlessJson } from "./terminal-safe.ts"

describe("harmless", () => {
  it("lets our own colours pass where there are any, and nothing else that controls a terminal", () => {
    const paint = paintFor("on")
    const painted = Object.values(paint).map((each) => each("text"))
    const attack = "\x1b]0;title\x07\x1b[2J\x1b[8m\x9b5m\r\t\u202e"
    expect(harmless([...painted, attack].join("\n"), "on")).toBe([...painted, "]0;title[2J[8m5m"].join("\n"))
    expect(harmless(paint.red("text"), "off")).toBe("[31mtext[39m")
  })
})

describe("harmlessJson", () => {
  const every = Array.from({ length: 0x2070 }, (_, code) => String.fromCharCode(code)).join("")

  it("leaves nothing in JSON that controls a terminal, and says the same", () => {
    for (const text of [JSON.stringify({ every }), JSON.stringify({ every }, null, 2)]) {
      const shown = harmlessJson(text)
      expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(JSON.parse(shown)).toEqual({ every })
    }
  })

  it("escapes what was typed as its number, and leaves the rest", () => {
    expect(harmlessJson(JSON.stringify("\u009b31m é 検索 👍 \u007f"))).toBe(String.raw`"\u009b31m é 検索 👍 \u007f"`)
  })
})
