import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { transcript } from "../../src/session/view/transcript.ts"
import { type Line, logOf } from "../../test/support/session/example.ts"
import { logArbitrary } from "../../test/support/session/log.ts"
import * as say from "../../test/support/session/say.ts"
import { itemsOf, keyOf } from "./list-items.ts"

const day: Line[] = [
  say.opened,
  say.send("a", "hello"),
  say.started(),
  say.consumed("a"),
  say.asked(),
  say.answered(5, "let me look", "c"),
  say.called("c"),
  say.startedTool("c"),
  say.finished("c", "text"),
  say.asked(),
  say.answered(10, "done"),
  say.stopped("answered"),
]
const log = logOf(...day)

describe("the items of a part of the log", () => {
  it("are the same objects where nothing happened to them", () => {
    const before = itemsOf(log.slice(0, 8))
    const after = itemsOf(log, {}, before)
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(before[2]).toMatchObject({ kind: "tool", state: "running" })
    expect(after[2]).toMatchObject({ kind: "tool", state: "ok" })
    expect(itemsOf([...log], {}, after)).toBe(after)
  })

  it("leave out an outcome whose beginning is not there, so that no item becomes another one later", () => {
    expect(itemsOf(log.slice(5)).map(keyOf)).toEqual(["tool:7", "answer:10", "stop:12"])
    expect(itemsOf(log.slice(8)).map(keyOf)).toEqual(["answer:10", "stop:12"])
  })

  it("show an input that was accepted before the first of them", () => {
    const accepted = logOf(say.opened, say.queue("q", "and then"))
    const events = logOf(say.opened, say.opened, say.opened, say.started(), say.consumed("q")).slice(3)
    expect(itemsOf(events, { inputs: accepted.slice(1) })).toMatchObject([
      { kind: "input", seq: 4, input: "q", text: "and then", state: "consumed" },
    ])
    expect(itemsOf(events)).toEqual([])
  })

  it("are those of the transcript, however they were reached", () => {
    fc.assert(
      fc.property(logArbitrary(), fc.nat(), (events, at) => {
        const half = itemsOf(events.slice(0, at % (events.length + 1)))
        expect(itemsOf(events, {}, half)).toEqual(transcript(events))
      }),
      { numRuns: 60 },
    )
  })
})

it("shows a check whose call is before the range, and one whose start is", () => {
  const check = { attempt: "one", check: "test" }
  const outcome = { ...check, status: "failed" as const, summary: "2 failed" }
  const checked = logOf(
    say.opened,
    say.started(),
    ["tool.called", { call: "c", name: "bash", arguments: { command: "npm test" }, check }],
    ["tool.started", { call: "c", readOnly: false, check }],
    ["tool.finished", { call: "c", status: "ok", check: outcome, output: { text: "" }, changed: [] }],
  )
  for (const [from, key] of [
    [0, "check:4"],
    [2, "check:4"],
    [3, "check:4"],
    [4, "check:5"],
  ] as const) {
    expect(
      itemsOf(checked.slice(from))
        .filter(({ kind }) => kind === "check")
        .map(keyOf),
    ).toEqual([key])
  }
})
