import { describe, expect, it } from "vitest"
import { sameText, wordsOf } from "./text.ts"

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
    ["Keep the `API`  stable", "keep the api stable", true],
    ["**Keep** the _API_\nstable ", "Keep the API stable", true],
    ["Keep the API", "Keep the APIs", false],
  ])("says %j the same as %j: %s", (a, b, same) => {
    expect(sameText(a, b)).toBe(same)
  })
})
