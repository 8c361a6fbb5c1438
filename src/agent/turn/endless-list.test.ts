import { describe, expect, it } from "vitest"
import { endsInList } from "./endless-list.ts"

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index + 1)}\n`).join("")

describe("a list that has no end", () => {
  it.each([
    ["numbers and the same thing", lines(80, (index) => `${index}. Check the file again.`)],
    ["numbers that the items repeat", lines(80, (index) => `${index}. Step ${index}: do it.`)],
    ["a few things in turn", lines(80, (index) => `- look at ${["a", "b", "c"][index % 3]}`)],
    ["blank lines between", lines(80, (index) => `${index}) the same\n`)],
    ["a beginning", `Here is my plan:\n\n${lines(80, (index) => `${index}. Check the file again.`)}`],
    ["numbers beyond all sense", lines(1_000, (index) => `${index}. item of its own ${index * 7}`)],
  ])("is one with %s", (_, text) => {
    expect(endsInList(text)).toBe(true)
  })

  it.each([
    ["short", lines(40, (index) => `${index}. Check the file again.`)],
    ["of things that differ", lines(200, (index) => `${index}. file-${index * 3}.ts was changed`)],
    ["over", `${lines(80, (index) => `${index}. Check the file again.`)}That is all.\n`],
    ["no list", lines(200, () => "the same line")],
  ])("is none that is %s", (_, text) => {
    expect(endsInList(text)).toBe(false)
  })
})
