import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasPhrase, hasWord, sameText, wordsOf } from "./text.ts"

describe("words", () => {
  it.each([
    ["Add a Test, please!", ["add", "a", "test", "please"]],
    ["src/small-talk.ts", ["src", "small", "talk", "ts"]],
    ["run parse_brief and parsePlan()", ["run", "parse", "brief", "and", "parseplan"]],
    ["Don’t 'assume' users' names", ["don't", "assume", "users", "names"]],
    ["Größe ändern: naïve café", ["größe", "ändern", "naïve", "café"]],
    ["  …  ", []],
  ])("of %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it.each([
    ["use the latest address", ["test", "add"], false],
    ["install all of the apis", ["api", "stall"], false],
    ["Test it", ["test"], true],
    ["test_user.py", new Set(["test"]), true],
    ["", ["test"], false],
  ])("has %j one of %j: %s", (text, words, found) => {
    expect(hasWord(text, words)).toBe(found)
  })

  it.each([
    ["Make sure it works.", ["make sure"], true],
    ["We remake surely", ["make sure"], false],
    ["I DON'T\nassume", ["don't assume"], true],
    ["do a deep-dive", ["deep dive"], true],
    ["make it sure", ["make sure"], false],
    ["anything", ["", "…"], false],
  ])("has %j one of the phrases %j: %s", (text, phrases, found) => {
    expect(hasPhrase(text, phrases)).toBe(found)
  })

  it("finds no word and no phrase inside a longer word", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdefghij"), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(letters, letters, (word, more) => {
        expect(hasWord(`${word}${more}`, [word])).toBe(false)
        expect(hasPhrase(`x ${more}${word}`, [`x ${word}`])).toBe(false)
        expect(hasWord(`(${word})`, [word])).toBe(true)
      }),
    )
  })

  it.each([
    ["Keep the `API`  stable", "keep the api stable", true],
    ["**Keep** the _API_\nstable ", "Keep the API stable", true],
    ["Keep the API", "Keep the APIs", false],
  ])("says %j the same as %j: %s", (a, b, same) => {
    expect(sameText(a, b)).toBe(same)
  })
})
