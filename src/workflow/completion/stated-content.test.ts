import { expect, it } from "vitest"
import { otherContents, statedContents } from "./stated-content.ts"

it.each([
  ["Create hello.txt with exactly one line: Hello, world!", "hello.txt: Hello, world!"],
  ['Create a.txt containing "one two"', "a.txt: one two"],
  ["Write the text 'good day' into greeting.txt", "greeting.txt: good day"],
  ["Write notes.md with this text: `It's done`.", "notes.md: It's done"],
  ["Create numbers.txt with 200 lines. Line n reads: line n of 200", undefined],
  ["Create greet.js that says hello: to everybody.", undefined],
  ["Rename `add` to `sum` in add.js", undefined],
  ["Fix this: the text is cut off", undefined],
  ["Create hello.txt", undefined],
])("%s states %s", (task, expected) => {
  const [stated] = statedContents(task)
  expect(stated && `${stated.path}: ${stated.content}`).toBe(expected)
})

it("is looked for in the file that it is for, however its lines end", () => {
  const task = "Create the file north.txt with the line: cold wind. Create the file south.txt with the line: warm sea."
  const written = (after: string | null) =>
    otherContents({ task, texts: [{ path: "north.txt", before: null, after }] }).map(({ evidence }) => evidence.summary)
  expect([written("Cold\r\nwind\r\n"), written(null)]).toEqual([[], []])
  expect(written("warm sea\n")).toEqual(["`north.txt` does not hold `cold wind`"])
})
