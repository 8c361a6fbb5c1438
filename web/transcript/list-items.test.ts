import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../src/session/arbitrary/example.ts"
import { logArbitrary } from "../../src/session/arbitrary/log.ts"
import * as say from "../../src/session/arbitrary/say.ts"
import { transcript } from "../../src/session/view/transcript.ts"
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
    const before = itemsOf(log.slice(0, 8), undefined)
    const after = itemsOf(log, undefined, before)
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(before[2]).toMatchObject({ kind: "tool", state: "running" })
    expect(after[2]).toMatchObject({ kind: "tool", state: "ok" })
    expect(itemsOf([...log], undefined, after)).toBe(after)
  })

  it("leave out an outcome whose beginning is not there, so that no item becomes another one later", () => {
    expect(itemsOf(log.slice(5), undefined).map(keyOf)).toEqual(["tool:7", "answer:10", "stop:12"])
    expect(itemsOf(log.slice(8), undefined).map(keyOf)).toEqual(["answer:10", "stop:12"])
  })

  it("are those of the transcript, however they were reached", () => {
    fc.assert(
      fc.property(logArbitrary(), fc.nat(), (events, at) => {
        const half = itemsOf(events.slice(0, at % (events.length + 1)), undefined)
        expect(itemsOf(events, undefined, half)).toEqual(transcript(events))
      }),
      { numRuns: 60 },
    )
  })
})
