import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { logOf } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import { fold } from "./fold.ts"
import {
  applyDelta,
  type Channel,
  type Delta,
  noPartials,
  openPartials,
  type Partials,
  receive,
  receiveAll,
  type TextCursor,
} from "./partial.ts"

const textOf = (partials: Partials, seq = 1, channel: Channel = "text") => partials.get(seq)?.[channel] ?? ""
const play = (deltas: readonly Delta[], from: Partials = noPartials) => deltas.reduce(applyDelta, from)

describe("a delta", () => {
  it("cuts to its offset, then appends", () => {
    const partials = play([
      { seq: 1, channel: "text", offset: 0, text: "Hello wrold" },
      { seq: 1, channel: "text", offset: 7, text: "orld" },
    ])
    expect(textOf(partials)).toBe("Hello world")
  })

  it("after a gap is left out", () => {
    const before = play([{ seq: 1, channel: "text", offset: 0, text: "ab" }])
    expect(applyDelta(before, { seq: 1, channel: "text", offset: 3, text: "d" })).toBe(before)
  })

  it("touches neither other channels, nor other intents, nor the value before", () => {
    const before = play([{ seq: 1, channel: "text", offset: 0, text: "a" }])
    const after = play(
      [
        { seq: 1, channel: "reasoning", offset: 0, text: "b" },
        { seq: 2, channel: "text", offset: 0, text: "c" },
      ],
      before,
    )
    expect(Object.fromEntries(after)).toEqual({ 1: { text: "a", reasoning: "b" }, 2: { text: "c" } })
    expect(Object.fromEntries(before)).toEqual({ 1: { text: "a" } })
  })

  it("replaces half of an emoji that a correction leaves behind, as the disk would", () => {
    const correct = (...deltas: [number, string][]) =>
      textOf(play(deltas.map(([offset, text]) => ({ seq: 1, channel: "text", offset, text }))))
    expect(correct([0, "a🐙b"], [2, "c"])).toBe("a\ufffdc")
    expect(correct([0, "a🐙b"], [2, ""], [2, "c"])).toBe("a\ufffdc")
    expect(correct([0, "a🐙b"], [2, ""], [2, "🐙".slice(1)])).toBe("a🐙")
  })

  it("counts in UTF-16 units, so that the next one completes an emoji that was split", () => {
    const whole = "a🐙b"
    const partials = play([
      { seq: 1, channel: "text", offset: 0, text: whole.slice(0, 2) },
      { seq: 1, channel: "text", offset: 2, text: whole.slice(2) },
    ])
    expect(textOf(partials)).toBe(whole)
  })

  it("gives the same text whatever the pieces and wherever a client reconnects", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 8 })
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.array(cuts, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (text, connections, last) => {
          let partials = noPartials
          for (const [index, marks] of connections.entries()) {
            // A connection starts anywhere in what is there, comes in pieces, and all but the last end early.
            const start = (marks[0] ?? 0) % (textOf(partials).length + 1)
            const end = index === connections.length - 1 ? text.length : start + (last % (text.length - start + 1))
            const borders = [start, ...marks.map((mark) => start + (mark % (end - start + 1))), end].sort(
              (a, b) => a - b,
            )
            for (const [piece, from] of borders.entries()) {
              partials = applyDelta(partials, {
                seq: 1,
                channel: "text",
                offset: from,
                text: text.slice(from, borders[piece + 1] ?? end),
              })
            }
          }
          expect(textOf(partials)).toBe(text)
        },
      ),
    )
  })
})

describe("partials", () => {
  it("belong to the open intents only: an outcome takes the place of its partial", () => {
    const streamed = play([3, 5, 7].map((seq) => ({ seq, channel: "output", offset: 0, text: "so far" }) as const))
    const log = logOf(
      say.opened,
      say.started(),
      say.asked(),
      say.called("a"),
      say.startedTool("a"),
      say.called("b"),
      say.startedTool("b"),
      say.finished("b"),
    )
    expect([...openPartials(streamed, fold("session", log)).keys()]).toEqual([3, 5])
  })
})

describe("what a listener receives", () => {
  const piece = (offset: number, text: string) => ({ seq: 4, channel: "text", offset, text }) as const

  it("is what follows, when it is sent from the beginning once more", () => {
    const cursor: TextCursor = new Map()
    expect(receive(cursor, piece(0, "Hel"))).toEqual(piece(0, "Hel"))
    expect(receive(cursor, piece(3, "lo"))).toEqual(piece(3, "lo"))
    expect(receive(cursor, piece(0, "Hello, world"))).toEqual(piece(5, ", world"))
    expect(receive(cursor, piece(0, "Hello, world"))).toBeUndefined()
  })

  it("is all of it, when a crash lost the end and something else followed", () => {
    const cursor: TextCursor = new Map()
    receive(cursor, piece(0, "Hello, world"))
    expect(receive(cursor, piece(0, "Hello"))).toEqual(piece(0, "Hello"))
    expect(receive(cursor, piece(0, "Howdy, world"))).toEqual(piece(0, "Howdy, world"))
  })

  it("is empty once it was corrected to nothing, however it was corrected before", () => {
    const cursor: TextCursor = new Map()
    receive(cursor, piece(0, "ab"))
    expect(receive(cursor, piece(1, ""))).toEqual(piece(1, ""))
    expect(receive(cursor, piece(0, ""))).toEqual(piece(0, ""))
    expect(receive(cursor, piece(0, ""))).toBeUndefined()
  })

  it("is the text, whatever is sent again or corrected, also through listeners that pass it on", () => {
    const step = fc.record({
      isWhole: fc.boolean(),
      isLost: fc.boolean(),
      keep: fc.nat(12),
      text: fc.string({ maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const [first, second]: [TextCursor, TextCursor] = [new Map(), new Map()]
        let text = ""
        let partials: Partials = noPartials
        for (const { isWhole, isLost, keep, text: more } of steps) {
          const offset = Math.min(keep, text.length)
          text = text.slice(0, offset) + more
          // The first listener starts anew, as a server does, and has the text sent whole, if there is any.
          const isResent = isLost && text !== ""
          if (isResent) first.clear()
          const fresh = receive(first, isWhole || isResent ? piece(0, text) : piece(offset, more))
          const passed = fresh && receive(second, fresh)
          if (passed) partials = applyDelta(partials, passed)
          expect(textOf(partials, 4)).toBe(text)
        }
      }),
    )
  })

  it("repeats nothing of a text that only grows", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 4 })), (pieces) => {
        const cursor: TextCursor = new Map()
        let text = ""
        for (const more of pieces) {
          const offset = text.length
          text += more
          expect(receiveAll(cursor, [piece(0, text)])).toEqual([piece(offset, more)])
        }
      }),
    )
  })

  it("is forgotten when the intent has its outcome", () => {
    const cursor: TextCursor = new Map()
    expect(receiveAll(cursor, [piece(0, "Hello"), { ...piece(0, "output"), seq: 7 }])).toHaveLength(2)
    expect(receiveAll(cursor, [{ ...piece(0, "output"), seq: 7 }])).toEqual([])
    expect([...cursor.keys()]).toEqual(["7 text"])
  })
})
