import { expect, it } from "vitest"
import { inputParts } from "./input-parts.ts"

it("tells what stands between fences from words, and leaves words as they are", () => {
  expect(inputParts("Look:\n\n```ts\nconst a = 1\n\n```\n\n  And so on.\n\nMore.")).toEqual([
    { kind: "words", text: "Look:" },
    { kind: "code", text: "const a = 1\n" },
    { kind: "words", text: "  And so on.\n\nMore." },
  ])
  expect(inputParts("no fence")).toEqual([{ kind: "words", text: "no fence" }])
})

it("reads a fence that nobody closed to the end, and no ticks within a line as one", () => {
  expect(inputParts("```\na\nb")).toEqual([{ kind: "code", text: "a\nb" }])
  expect(inputParts("```a``` is said")).toEqual([{ kind: "words", text: "```a``` is said" }])
})
