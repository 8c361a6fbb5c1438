import { createParser } from "eventsource-parser"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ServerSent, serverSentReader } from "./server-sent.ts"

function readWith(pieces: readonly string[]): ServerSent[] {
  const events: ServerSent[] = []
  const take = serverSentReader((event) => events.push(event))
  for (const piece of pieces) take(piece)
  return events
}

describe("the reader of server-sent events", () => {
  it("reads names, data of several lines, ids and comments", () => {
    const text = ": hello\nevent: list\nid: 7\ndata: a\ndata:  b\n\ndata\n\nevent: nothing\n\ndata: c\r\n\r\n"
    expect(readWith([text])).toEqual([
      { name: "list", data: "a\n b", id: "7" },
      { name: "", data: "" },
      { name: "", data: "c" },
    ])
  })

  it("leaves out what is cut off at the end", () => {
    expect(readWith(["data: whole\n\n", "data: half\n"])).toEqual([{ name: "", data: "whole" }])
  })

  it("reads what another reader does, whatever the pieces", () => {
    const line = fc.oneof(
      fc.constantFrom("", "data: x", "data:x: y", "event: beat", "id: 1", ": padding", "retry: 10", "data"),
      fc.string({ maxLength: 12, unit: fc.constantFrom(" ", ":", "d", "data", "id", "\u2028", "é", "😀") }),
    )
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 30 })
      .map((lines) => lines.map(([each, end]) => each + end).join(""))
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 10 }), (whole, cuts) => {
        const others: ServerSent[] = []
        const other = createParser({
          onEvent: ({ event = "", data, id }) =>
            others.push({ name: event, data, ...(id === undefined ? {} : { id }) }),
        })
        other.feed(`${whole}\n\n`)
        const at = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b)]
        const pieces = at.map((from, n) => whole.slice(from, at[n + 1]))
        expect(readWith([...pieces, "\n\n"])).toEqual(others)
      }),
    )
  })
})
