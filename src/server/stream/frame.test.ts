import { createParser } from "eventsource-parser"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { spellFrame } from "./frame.ts"

describe("a frame", () => {
  it("is one event with the same data, whatever a model says", () => {
    const nasty = fc.constantFrom(
      "\n",
      "\r",
      "\r\n",
      "\n\n",
      "\u2028",
      "\u2029",
      "\u0085",
      "data: ",
      "id: 9",
      "event: bye\n\n",
      ":",
    )
    const text = fc.array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 20 })
    fc.assert(
      fc.property(text, (parts) => {
        const data = { session: parts.join(""), seq: 4, channel: "text", offset: 0, text: parts.join("") } as const
        const spelled = spellFrame({ name: "delta", data }, "h1;")
        const events: unknown[] = []
        const parser = createParser({
          onEvent: ({ event, id, data: json }) => events.push({ event, id, data: JSON.parse(json) }),
        })
        parser.feed(spelled)
        expect(events).toEqual([{ event: "delta", id: "h1;", data }])
        expect(spelled.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(5)
      }),
    )
  })
})
