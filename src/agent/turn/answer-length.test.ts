import { expect, it } from "vitest"
import type { Part } from "../../models/contract.ts"
import { lengthLimit, longestAnswer, outputLeft } from "./answer-length.ts"

const ten = (type: "text" | "reasoning"): Part => ({ type, text: "0123456789" })
const call = (name: string): Part => ({ type: "call-text", call: name, name, text: "0123456789" })
const end: Part = { type: "finished", finish: "stop" }
const received = (parts: Part[], longest: number) => {
  const limited = parts.map(lengthLimit(longest))
  const end = limited.findIndex(({ type }) => type === "finished")
  return limited.slice(0, end + 1)
}

it("is as long as a window of tokens, or as a large one where nobody knows it", () => {
  expect([longestAnswer(8_192), longestAnswer(null)]).toEqual([32_768, 400_000])
})

it("counts all that is said, and ends as a length limit does", () => {
  const parts = [ten("reasoning"), ten("text"), ten("text"), ten("text"), end]
  expect(received(parts, 30)).toEqual([...parts.slice(0, 3), { type: "finished", finish: "length" }])
})

it("names the calls that were begun", () => {
  const parts = [call("write"), call("write"), call("edit"), call("read"), end]
  const cut = { type: "finished", finish: "length", cut: ["write", "edit"] }
  expect(received(parts, 30)).toEqual([...parts.slice(0, 3), cut])
})

it("leaves an answer that has come to its end as it is", () => {
  const parts = [ten("text"), ten("text"), end]
  expect(received(parts, 20)).toEqual(parts)
})

it("says what was used at least, where that is given for its end", () => {
  const usage = { input: 5, output: 3 }
  const parts = [ten("text"), ten("text")].map(lengthLimit(10, usage))
  expect(parts.at(-1)).toEqual({ type: "finished", finish: "length", usage })
})

it("has what is left of the tokens of the turn, and some in any case", () => {
  expect(outputLeft({ budget: null, used: 9, request: 9 })).toBeNull()
  expect(outputLeft({ budget: 9_000, used: 3_000, request: 1_000 })).toBe(5_000)
  expect(outputLeft({ budget: 9_000, used: 8_000, request: 1_000 })).toBe(256)
})
