import { describe, expect, it } from "vitest"
import { type Letter, nextFor, noLetters, withChange, wordsOf } from "./letters.ts"

const now = Date.parse("2026-01-01T00:00:10.000Z")

const letter = (key: string, order: number, more: Partial<Letter> = {}): Letter => ({
  key,
  session: "s",
  at: new Date(now - 100).toISOString(),
  order,
  tab: "here",
  route: "POST /api/sessions/:id/inputs",
  given: { params: { id: "s" }, body: { text: key } },
  ...more,
})

const put = (...all: Letter[]) =>
  all.reduce((letters, one) => withChange(letters, { do: "put", letter: one }), noLetters)
const refused = { code: "illegal", message: "no" }

describe("the letters of a browser", () => {
  it("deliver the first of a session before the second, whatever was heard first", () => {
    const letters = put(letter("b", 2), letter("a", 1), letter("other", 0, { session: "t" }))
    expect(nextFor(letters, "s", { tab: "here", now })).toEqual({ letter: letter("a", 1), waitMs: 0 })
  })

  it("go on past one that was refused, which waits for the person", () => {
    const letters = withChange(put(letter("a", 1), letter("b", 2)), { do: "refuse", key: "a", refused })
    expect(nextFor(letters, "s", { tab: "here", now })?.letter.key).toBe("b")
    expect(letters.kept.map(({ key }) => key)).toEqual(["a", "b"])
  })

  it("leave a letter to the tab that wrote it for a moment, and take over what was left behind", () => {
    const letters = put(letter("a", 1, { tab: "there" }), letter("b", 2))
    expect(nextFor(letters, "s", { tab: "here", now })).toMatchObject({ letter: { key: "a" }, waitMs: 4_900 })
    expect(nextFor(letters, "s", { tab: "here", now: now + 5_000 })).toMatchObject({ letter: { key: "a" }, waitMs: 0 })
  })

  it("do not bring back one that was settled when another tab tells of it late", () => {
    const letters = withChange(put(letter("a", 1)), { do: "settle", key: "a" })
    expect(withChange(letters, { do: "put", letter: letter("a", 1, { refused }) })).toBe(letters)
  })

  it("forget one that a person took back in another tab", () => {
    const letters = withChange(put(letter("a", 1)), { do: "put", letter: letter("a", 1, { takenBack: true }) })
    expect(letters.kept).toEqual([])
    expect(nextFor(letters, "s", { tab: "here", now })).toBeNull()
  })

  it("keep their order object where nothing changed, so that nobody draws again", () => {
    const letters = put(letter("a", 1))
    expect(withChange(letters, { do: "put", letter: letter("a", 1) })).toBe(letters)
    expect(withChange(letters, { do: "settle", key: "unknown" }).kept).toBe(letters.kept)
  })

  it("know the person's own words from a click", () => {
    const withBody = (body: unknown) => wordsOf(letter("a", 1, { given: { body } }))
    expect([withBody({ text: "hi" }), withBody({ to: { input: "i", text: "hi" } })]).toEqual(["hi", "hi"])
    expect([withBody({ turn: "t" }), withBody(undefined), withBody({ to: "regenerate" })]).toEqual([null, null, null])
  })
})
