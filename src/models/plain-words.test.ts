import { describe, expect, it } from "vitest"
import { plainWords } from "./plain-words.ts"

const chunk = (delta: object, more: object = {}, top: object = {}) =>
  `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta, finish_reason: null, ...more }], ...top })}`
const say = (content: string) => chunk({ content })
const think = (reasoning: string) => chunk({ content: "", reasoning })

/** What the package reads of those events, and what is said in the runs that its stand-ins stand for. */
function sorted(...events: readonly string[]) {
  const words = plainWords()
  const read = events.map((event) => words.sort(event) ?? event)
  words.end()
  const runs: string[] = []
  for (const event of read) {
    const [, standIn = ""] = /"([0-9a-f-]{36})"/.exec(event) ?? []
    const run = words.runOf(standIn)
    if (run) runs.push(run.said())
    expect(run?.isOver()).not.toBe(false)
  }
  words.allSaid()
  return { read: read.filter((event) => event !== "").map((event) => event.replace(/[0-9a-f-]{36}/, "~").trim()), runs }
}

describe("plain words", () => {
  it("are said in one run, of which the package reads one event", () => {
    expect(sorted(say("Hel"), say("lo, "), say(""), say('"wörld"\n\n'))).toEqual({
      read: [say("~")],
      runs: ['Hello, "wörld"\n\n'],
    })
  })

  it("go on where only the moment or the role of the chunk is another", () => {
    const events = [
      chunk({ role: "assistant", content: "a" }, {}, { created: 1 }),
      chunk({ content: "b" }, {}, { created: 2 }),
    ]
    expect(sorted(...events, say("c"), chunk({ content: null }), say("d")).runs).toEqual(["abcd"])
  })

  it("may be thoughts, and are kept apart from the answer", () => {
    expect(sorted(think("h"), think("m"), say("a"), say("b"))).toEqual({
      read: [think("~"), say("~")],
      runs: ["hm", "ab"],
    })
  })

  it("are read by the package where they are not certain: nothing stands in for nothing", () => {
    const escaped = say("é").replace("é", "\\u00e9")
    expect(sorted(say(""), escaped)).toEqual({ read: [say(""), escaped], runs: [] })
  })

  it.each([
    ["a call", chunk({ tool_calls: [{ index: 0, function: { arguments: "{" } }] })],
    ["thoughts and an answer in one", chunk({ content: "x", reasoning_content: "hm" })],
    ["the end", chunk({ content: "x" }, { finish_reason: "stop" })],
    ["usage", chunk({ content: "x" }, {}, { usage: { prompt_tokens: 1 } })],
    ["an error that is null", chunk({ content: "x" }, {}, { error: null })],
    ["another role", chunk({ role: "tool", content: "x" })],
    ["another choice", chunk({ content: "x" }, { index: 1 })],
    ["two choices", `data: ${JSON.stringify({ choices: [{ delta: { content: "a" } }, { delta: { content: "b" } }] })}`],
    ["no choice", `data: {"choices":[],"usage":null}`],
    ["an error", `data: {"error":{"message":"x"}}`],
    ["what is no JSON", `data: {"choices":`],
    ["a comment", ": still here"],
    ["several lines", `event: x\ndata: {"choices":[{"delta":{"content":"x"}}]}`],
    ["the last word", "data: [DONE]"],
  ])("end at what is something else: %s", (_, other) => {
    expect(sorted(say("a"), say("b"), other, say("c"), say("d"))).toEqual({
      read: [say("~"), other, say("~")],
      runs: ["ab", "cd"],
    })
  })

  it("end at a name that comes late", () => {
    const nameless = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`
    expect(sorted(nameless("a"), nameless("b"), say("c"), nameless("d")).runs).toEqual(["ab", "cd"])
  })

  it("are never lost in silence", () => {
    const words = plainWords()
    words.sort(say("a"))
    expect(() => words.allSaid()).toThrow("lost")
  })
})
