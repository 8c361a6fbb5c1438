import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readJson } from "./json-repair.ts"

type Writing = {
  text(value: string): string
  word: { true: string; false: string; null: string }
  /** After the last member of a list or an object. */
  last: string
  /** After each comma. */
  comma: string
  key(name: string): string
}

const json: Writing = {
  text: JSON.stringify,
  word: { true: "true", false: "false", null: "null" },
  last: "",
  comma: ", ",
  key: JSON.stringify,
}

function write(value: unknown, writing: Writing): string {
  const { text, word, last, comma, key } = writing
  if (value === null) return word.null
  if (typeof value === "boolean") return word[value ? "true" : "false"]
  if (typeof value === "string") return text(value)
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `[${value.map((each) => write(each, writing)).join(comma)}${last}]`
  }
  if (typeof value !== "object") return String(value)
  const members = Object.entries(value).map(([name, each]) => `${key(name)}: ${write(each, writing)}`)
  return members.length === 0 ? "{}" : `{${members.join(comma)}${last}}`
}

const inSingleQuotes = (value: string) =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const withLineEnds = (value: string) =>
  value
    .split("\n")
    .map((line) => JSON.stringify(line).slice(1, -1))
    .join("\n")

const damages: Readonly<Record<string, (value: object) => string>> = {
  "Python literals": (value) =>
    write(value, {
      ...json,
      text: inSingleQuotes,
      key: inSingleQuotes,
      word: { true: "True", false: "False", null: "None" },
    }),
  "single quotes": (value) => write(value, { ...json, text: inSingleQuotes, key: inSingleQuotes }),
  "trailing commas": (value) => write(value, { ...json, last: "," }),
  "names without quotes": (value) => write(value, { ...json, key: (name) => name }),
  "comments at the line's end": (value) => write(value, { ...json, comma: ', // it\'s "so"\n' }),
  "comments between": (value) => write(value, { ...json, comma: ", /* don't */ " }),
  "line ends in texts": (value) => write(value, { ...json, text: (text) => `"${withLineEnds(text)}"` }),
  "missing closing brackets": (value) => write(value, json).replace(/[}\]]+$/, ""),
  "a fence": (value) => `\`\`\`json\n${write(value, json)}\n\`\`\``,
  "an empty object before it": (value) => `{}${write(value, json)}`,
}

const name = fc
  .stringMatching(/^[a-z][a-z_]{0,7}$/)
  .filter((word) => !["true", "false", "null", "undefined"].includes(word))
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "it's",
    'say "hi"',
    "a\n\tb\r\n",
    "\\d+\\.",
    "{x: [1,]}",
    "// no comment",
    "C:\\new",
    "",
    "```\nx\n```",
  ),
)
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const argumentsOf = fc.dictionary(name, anything, { minKeys: 1, maxKeys: 5, noNullPrototype: true })

describe("JSON that a model wrote", () => {
  it.each(Object.keys(damages))("is read as it was meant, with %s", (kind) => {
    fc.assert(
      fc.property(argumentsOf, (value) => {
        const written = damages[kind]?.(value) ?? ""
        expect(readJson(written)?.value, written).toEqual(value)
      }),
      { numRuns: 300 },
    )
  })

  it("is taken as it is where nothing is wrong with it", () => {
    fc.assert(
      fc.property(argumentsOf, (value) => {
        expect(readJson(JSON.stringify(value))).toEqual({ value, wasRepaired: false, guessed: false })
      }),
    )
  })

  it.each([
    ["a lone backslash", String.raw`{"pattern": "\d+\s\.ts", 'x': 1}`, { pattern: String.raw`\d+\s\.ts`, x: 1 }],
    ["quotes within a text", '{"content": "say "hi" there", "path": "b"}', { content: 'say "hi" there', path: "b" }],
    ["long texts of Python", '{"content": """a\n"b"\n""", "path": "b"}', { content: 'a\n"b"\n', path: "b" }],
    ["quotes of a typographer", "{“path”: “a”}", { path: "a" }],
    ["quotes of a template", '{path: `a`, content: `say "hi"\n`}', { path: "a", content: 'say "hi"\n' }],
    ["a text without quotes", '{"command": rm -rf build}', { command: "rm -rf build" }],
    ["escapes", '{"content": "a\\n\\u0041 "b" c", "path": "b"}', { content: 'a\nA "b" c', path: "b" }],
    ["a bracket too many", '{"path": "a"}}', { path: "a" }],
  ])("keeps %s", (_, written, value) => {
    expect(readJson(written)).toEqual({ value, wasRepaired: true, guessed: expect.any(Boolean) })
  })

  it("is never half a text made whole", () => {
    fc.assert(
      fc.property(
        fc.string().map((value) => value.replace(/["\\]/g, "")),
        (half) => {
          expect(readJson(`{"path": "a.txt", "content": "${JSON.stringify(half).slice(1, -1)}`)).toBeUndefined()
          expect(
            readJson(`{'path': 'a.txt', 'content': 'it ${JSON.stringify(half).slice(1, -1).replaceAll("'", "")}`),
          ).toBeUndefined()
        },
      ),
    )
    expect(readJson('{"path": "a.txt", "content": "print(\\"x\\")\\nprint(\\"')).toBeUndefined()
  })

  it.each([
    ["a template", '{"path": "a.js", "content": `half of'],
    ["a template with brackets", '{"path": "a.js", "content": `const o = {a: 1}'],
    ["typographer's quotes", '{"path": "a.js", "content": ‘half of'],
    ["words without quotes", '{"path": "a.js", "content": half of the file'],
    ["words without quotes, with brackets", '{"path": "a.js", "content": function x() { return [1] }'],
    ["words after a text", '{"path": "a.js", "content": "half" of the'],
    ["a quote within a text", '{"command": "rm -rf / # "tmp"'],
  ])("is never half a text made whole: %s", (_, written) => expect(readJson(written)).toBeUndefined())

  it.each([
    ["apostrophes as quotes", "{'path': 'a.js', 'content': 'it's fine, isn't it'}"],
    ["texts put together", '{"path": "a.js", "content": "a" + "b"}'],
  ])("is never read into a text that nobody wrote: %s", (_, written) => expect(readJson(written)).toBeUndefined())

  it.each(["", "no JSON", "path: a", "<x>", '"', "}{", "[".repeat(100_000)])(
    "is not read into anything: %#",
    (written) => {
      expect(readJson(written)).toBeUndefined()
    },
  )
})
