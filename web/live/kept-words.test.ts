import { describe, expect, it } from "vitest"
import { type Keeping, keptWords } from "./kept-words.ts"

function memory(): Keeping {
  const all = new Map<string, string>()
  return {
    keys: () => [...all.keys()],
    get: (key) => all.get(key) ?? null,
    set: (key, value) => void all.set(key, value),
    remove: (key) => void all.delete(key),
  }
}

describe("words that are being written", () => {
  it("are there for the next page, until they are sent", () => {
    const browser = memory()
    keptWords(browser).write("task", "Build the reef")
    const next = keptWords(browser)
    expect(next.at("task").get()).toBe("Build the reef")
    next.write("task", null)
    expect(keptWords(browser).at("task").get()).toBeNull()
  })

  it("are told to everybody who shows them, and found by where they belong", () => {
    const words = keptWords(memory())
    const seen: unknown[] = []
    words.at("edit s one").subscribe(() => seen.push(words.at("edit s one").get()))
    words.write("edit s one", "first")
    words.write("edit t two", "other")
    expect([seen, words.places("edit s ")]).toEqual([["first"], ["edit s one"]])
    words.write("edit s one", null)
    expect(words.places("edit ")).toEqual(["edit t two"])
  })

  it("stay while the page does where the browser keeps nothing", () => {
    const full = (): never => {
      throw new Error("full")
    }
    const words = keptWords({ keys: full, get: full, set: full, remove: full })
    words.write("task", "Build the reef")
    expect([words.at("task").get(), words.places("task")]).toEqual(["Build the reef", ["task"]])
  })
})
