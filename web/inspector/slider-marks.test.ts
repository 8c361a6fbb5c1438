import { describe, expect, it } from "vitest"
import type { ForeignEvent } from "../../src/session/event.ts"
import { marksOf, placeOf, stepFrom, thinned } from "./slider-marks.ts"

const event = (seq: number, type: string) => ({ seq, type }) as ForeignEvent
const marks = marksOf([
  event(1, "session.opened"),
  event(3, "turn.started"),
  event(7, "turn.stopped"),
  event(9, "turn.started"),
])

describe("the marks of the time slider", () => {
  it("are where turns begin and end", () => {
    expect(marks).toEqual([
      { seq: 3, kind: "turn" },
      { seq: 7, kind: "stop" },
      { seq: 9, kind: "turn" },
    ])
  })

  it("are thinned out with the first and the last kept", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ seq: at + 1, kind: "turn" as const }))
    const few = thinned(many, 10)
    expect([few.length, few[0]?.seq, few.at(-1)?.seq]).toEqual([10, 1, 100])
  })
})

describe("a step in time", () => {
  it("goes by one event and ends at the first and at the head", () => {
    expect(stepFrom(5, "earlier-event", { head: 12, marks })).toBe(4)
    expect(stepFrom(1, "earlier-event", { head: 12, marks })).toBe(1)
    expect(stepFrom(12, "later-event", { head: 12, marks })).toBe(12)
  })

  it("goes by one turn", () => {
    expect(stepFrom(9, "earlier-turn", { head: 12, marks })).toBe(3)
    expect(stepFrom(3, "earlier-turn", { head: 12, marks })).toBe(1)
    expect(stepFrom(4, "later-turn", { head: 12, marks })).toBe(9)
    expect(stepFrom(9, "later-turn", { head: 12, marks })).toBe(12)
  })
})

it("a place is how far along it is", () => {
  expect([placeOf(1, 11), placeOf(6, 11), placeOf(11, 11), placeOf(1, 1)]).toEqual([0, 50, 100, 100])
})
