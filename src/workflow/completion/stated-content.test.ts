import { expect, it } from "vitest"
import { missingContents, statedContents } from "./stated-content.ts"

it.each([
  ["Create hello.txt with exactly one line: Hello, world!", ["Hello, world!"]],
  ['Create a.txt containing "one two"', ["one two"]],
  ["Write the text 'good day' into greeting.txt", ["good day"]],
  ["Change the title so that it says “Sums”", ["Sums"]],
  ["Create notes.md with this content: # Notes", ["# Notes"]],
  ["Rename `add` to `sum` in add.js", []],
  ["Fix this: the text is cut off", []],
  ["Create hello.txt", []],
])("%s wants %j", (task, expected) => expect(statedContents(task)).toEqual(expected))

it("looks for it in what was changed, however its lines end", () => {
  const task = 'Create a.txt containing "one two."'
  const written = (after: string | null) => missingContents({ task, texts: [{ path: "a.txt", before: null, after }] })
  expect([written("zero\r\none two\r\n"), written(null)]).toEqual([[], []])
  expect(written("three\n").map(({ firmness }) => firmness)).toEqual(["soft"])
})
