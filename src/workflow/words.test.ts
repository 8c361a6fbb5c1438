import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasPhrase, hasWord, pathsIn, proseOf, sameText, significant, wordsOf } from "./words.ts"

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

  it("keeps the significant ones, each once", () => {
    expect(significant("The parser must not drop the last line of a parser's file, or of any file")).toEqual([
      "parser",
      "drop",
      "last",
      "line",
      "parser's",
      "file",
    ])
  })

  it.each([
    ["Keep the `API`  stable", "keep the api stable", true],
    ["**Keep** the _API_\nstable ", "Keep the API stable", true],
    ["Keep the API", "Keep the APIs", false],
  ])("says %j the same as %j: %s", (a, b, same) => {
    expect(sameText(a, b)).toBe(same)
  })
})

describe("paths", () => {
  it.each([
    ["Create hello.txt in the workspace root.", ["hello.txt"]],
    ["Fix `src/x.ts:42:7`, (lib/y.py) and **notes.md**.", ["src/x.ts", "lib/y.py", "notes.md"]],
    ["see [the guide](docs/guide.md#L10-L12)", ["docs/guide.md"]],
    ["README, Makefile and .gitignore", ["README", "Makefile", ".gitignore"]],
    ["look under src/agent, ./build, ~/notes and /usr/local", ["src/agent", "./build", "~/notes", "/usr/local"]],
    ["run `python src/z.py --fast`", ["src/z.py"]],
    ["@src/a.ts says so, a.ts and src/a.ts too", ["src/a.ts", "a.ts"]],
    ["app/[id]/page.tsx", ["app/[id]/page.tsx"]],
    ["use `Node.js`", ["Node.js"]],
    ["packages: web/, __init__.py", ["web/", "__init__.py"]],
    ["data/table.feather", ["data/table.feather"]],
  ])("in %j", (text, paths) => {
    expect(pathsIn(text)).toEqual(paths)
  })

  it.each([
    "client/server and/or TCP/IP, I/O, CI/CD, 1/2",
    "https://example.com/a/b.ts",
    "e.g. version 1.2 of Node.js, i.e. v3.5",
    "`npm test` and `parseBrief`",
    "@ai-sdk/openai",
    "every src/**/*.ts or *.ts",
    "/help",
    "console.log() and array.map(x)",
    "Improve it...",
    "BUILD it",
  ])("are not in %j", (text) => {
    expect(pathsIn(text)).toEqual([])
  })

  it("are found again in what was found, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab ./\\`'*_-:()[]@#\n", ".ts", "src") }), (text) => {
        for (const path of pathsIn(text)) expect(text).toContain(path)
      }),
    )
  })
})

it("hears what is said, not the words inside names", () => {
  expect(wordsOf(proseOf("Look at docs/create.md, run `make test` and read https://x.org/fix."))).toEqual([
    "look",
    "at",
    "run",
    "and",
    "read",
  ])
  expect(proseOf("Fix a.ts, b.ts, and c.ts.")).toBe("Fix , , and .")
  expect(wordsOf(proseOf("Before\n```\nfix this\n```\nafter"))).toEqual(["before", "after"])
})
