import { describe, expect, it } from "vitest"
import { keyMove } from "./transcript-keys.ts"

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: { tagName: "ARTICLE" },
  ...more,
})
const place = { from: 5, first: 3, last: 9, count: 12 }

describe("keys in the transcript", () => {
  it("go from item to item, and stay at the ends", () => {
    expect(keyMove(press("j"), place)).toBe(6)
    expect(keyMove(press("k"), place)).toBe(4)
    expect(keyMove(press("j"), { ...place, from: 11 })).toBe(11)
    expect(keyMove(press("k"), { ...place, from: 0 })).toBe(0)
  })

  it("begin with what is in sight", () => {
    expect(keyMove(press("j"), { ...place, from: null })).toBe(3)
    expect(keyMove(press("k"), { ...place, from: null })).toBe(9)
  })

  it("go to the ends of the log", () => {
    expect(keyMove(press("Home"), place)).toBe("first")
    expect(keyMove(press("End"), place)).toBe("latest")
  })

  it("are text in a text field, and nothing of ours with a modifier", () => {
    expect(keyMove(press("j", { target: { tagName: "TEXTAREA" } }), place)).toBeNull()
    expect(keyMove(press("End", { ctrlKey: true }), place)).toBeNull()
    expect(keyMove(press("x"), place)).toBeNull()
  })
})
