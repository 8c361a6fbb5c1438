import { describe, expect, it } from "vitest"
import { isKnownRefused, type Letter, nextFor, noLetters, withChange, wordsOf } from "./letters.ts"

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

  it("keep one that a person wants back until it is known what became of it", () => {
    const letters = withChange(put(letter("a", 1), letter("b", 2)), { do: "want-back", key: "a" })
    expect(nextFor(letters, "s", { tab: "here", now })?.letter).toEqual(letter("a", 1, { takingBack: true }))
    expect(withChange(letters, { do: "put", letter: letter("a", 1) })).toBe(letters)
  })

  it("try one again by its own key, in every tab, and no refusal of before undoes that", () => {
    const known = withChange(put(letter("a", 1)), { do: "refuse", key: "a", refused })
    const again = withChange(known, { do: "try-again", key: "a" })
    expect(nextFor(again, "s", { tab: "here", now })?.letter).toEqual(letter("a", 1, { round: 1 }))
    expect(withChange(again, { do: "put", letter: letter("a", 1, { refused }) })).toBe(again)
    expect(withChange(known, { do: "want-back", key: "a" }).kept).toEqual([
      letter("a", 1, { round: 1, takingBack: true }),
    ])
  })

  it("tell a refusal from a failure after which it may be there all the same", () => {
    const said = (code: string) => isKnownRefused(letter("a", 1, { refused: { code, message: "" } }))
    expect([said("illegal"), said("erased"), said("internal"), isKnownRefused(letter("a", 1))]).toEqual([
      true,
      true,
      false,
      false,
    ])
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
