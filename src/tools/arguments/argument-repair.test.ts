import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { repair, type Shape } from "./argument-repair.ts"

const shape: Shape = {
  type: "object",
  properties: {
    path: { type: "string" },
    limit: { type: "integer" },
    all: { type: "boolean" },
    names: { type: "array", items: { type: "string" } },
    state: { enum: ["pending", "active", "completed"] },
    item: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  },
  required: ["path"],
}

type Arguments = {
  path: string
  limit: number
  all: boolean
  names: string[]
  state: string
  item: { text: string }
}

// A text that looks like JSON is taken for it.
const text = fc.string().filter((value) => !/^\s*(?:[{[]|```)/.test(value))
const whole: fc.Arbitrary<Arguments> = fc.record({
  path: text,
  limit: fc.integer(),
  all: fc.boolean(),
  names: fc.array(text, { minLength: 1, maxLength: 3 }),
  state: fc.constantFrom("pending", "active", "completed"),
  item: fc.record({ text }),
})

const damages: Readonly<Record<string, (given: Arguments) => unknown>> = {
  "numbers as text": (given) => ({ ...given, limit: ` ${given.limit}` }),
  "yes and no as text": (given) => ({ ...given, all: given.all ? "True" : "no" }),
  "a list as text": (given) => ({ ...given, names: JSON.stringify(given.names) }),
  "an object as text": (given) => ({ ...given, item: JSON.stringify(given.item) }),
  "the text of an object": (given) => ({ ...given, item: given.item.text }),
  "names in another case": ({ path, limit, names, ...given }) => ({
    ...given,
    Path: path,
    LIMIT: limit,
    "na-mes": names,
  }),
  "values in another case": (given) => ({ ...given, state: given.state.toUpperCase() }),
  "other names": ({ path, ...given }) => ({ ...given, filePath: path }),
  "names that nobody knows": (given) => ({ ...given, encoding: "utf8" }),
  "null for nothing": (given) => ({ ...given, offset: null }),
  "all of it as text": (given) => JSON.stringify(given),
  "all of it in a list": (given) => [given],
}

describe("arguments with slips", () => {
  it.each(Object.keys(damages))("are what was meant, with %s", (kind) => {
    fc.assert(
      fc.property(whole, (given) => {
        expect(repair(damages[kind]?.(given), shape).value).toEqual(given)
      }),
    )
  })

  it("are left alone where there are none", () => {
    fc.assert(
      fc.property(whole, (given) => {
        expect(repair(given, shape)).toEqual({ value: given, repaired: [], refused: [] })
      }),
    )
  })

  it("have a list of one for a single value", () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(repair({ path: "a", names: name }, shape).value).toEqual({ path: "a", names: [name] })
      }),
    )
  })
})

describe("arguments as a text", () => {
  it.each([
    ["with a name that is none, as Python", "{'path': 'a.js', 'verbose': True, 'encoding': None}", { path: "a.js" }],
    ["quoted twice", JSON.stringify('{"path":"a.js"}'), { path: "a.js" }],
    ["with words before them", 'Here are the arguments: {"path":"a.js"}', { path: "a.js" }],
    ["with words before them and names that are none", 'Result: {"nothing":"a.js"}', 'Result: {"nothing":"a.js"}'],
  ])("are read %s", (_, given, expected) => expect(repair(given, shape).value).toEqual(expected))
})
