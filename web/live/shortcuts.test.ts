import { describe, expect, it } from "vitest"
import { isPressed, isText, type KeyPress, shownKeys } from "./shortcuts.ts"

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe("keys", () => {
  it("mean Command on a Mac and Control elsewhere", () => {
    expect(isPressed("mod+k", press("k", { ctrlKey: true }), false)).toBe(true)
    expect(isPressed("mod+k", press("k", { metaKey: true }), true)).toBe(true)
    expect(isPressed("mod+k", press("k", { ctrlKey: true }), true)).toBe(false)
    expect(isPressed("mod+k", press("k"), false)).toBe(false)
  })

  it("count only with what is held with them", () => {
    expect(isPressed("n", press("n"), false)).toBe(true)
    expect(isPressed("n", press("n", { ctrlKey: true }), false)).toBe(false)
    expect(isPressed("alt+arrowup", press("ArrowUp", { altKey: true }), false)).toBe(true)
    expect(isPressed("alt+arrowup", press("ArrowUp"), false)).toBe(false)
    expect(isPressed("shift+enter", press("Enter"), false)).toBe(false)
  })

  it("do not care on which key of a keyboard a sign is", () => {
    expect(isPressed("?", press("?", { shiftKey: true }), false)).toBe(true)
    expect(isPressed("/", press("/", { shiftKey: true }), false)).toBe(true)
  })

  it("are text where they are a sign alone", () => {
    expect([isText("n"), isText("?"), isText("mod+k"), isText("escape")]).toEqual([true, true, false, false])
  })

  it("are shown as people know them", () => {
    expect(shownKeys("mod+k", false)).toBe("Ctrl+K")
    expect(shownKeys("mod+k", true)).toBe("⌘K")
    expect(shownKeys("alt+arrowup", false)).toBe("Alt+↑")
    expect(shownKeys("escape escape", false)).toBe("Esc Esc")
  })
})
