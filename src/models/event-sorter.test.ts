import { describe, expect, it } from "vitest"
import { eventSorter } from "./event-sorter.ts"

/** What is passed on of those pieces, in the order of bytes, and the events that were looked at. */
function sorted(pieces: readonly string[]) {
  const seen: string[] = []
  let held = 0
  let heldMost = 0
  const sorter = eventSorter({
    sort(event) {
      seen.push(event)
      return event.startsWith("drop") ? "" : null
    },
    pass: () => undefined,
  })
  const passed: string[] = []
  for (const piece of pieces) {
    const bytes = new Uint8Array(Buffer.from(piece))
    const left = sorter.take(bytes)
    held = left.length > 0 ? 0 : held + bytes.length
    heldMost = Math.max(heldMost, held)
    passed.push(...left.map((each) => Buffer.from(each).toString()))
  }
  passed.push(...sorter.rest().map((each) => Buffer.from(each).toString()))
  return { seen, passed: passed.join(""), heldMost }
}

describe("the sorter of events", () => {
  it("looks at each event once it is whole, wherever it was cut", () => {
    const pieces = ["da", "ta: 1\n", "\ndrop: 2\n\nda", "ta: 3\n\n", "half"]
    const { seen, passed } = sorted(pieces)
    expect(seen).toEqual(["data: 1", "drop: 2", "data: 3"])
    expect(passed).toBe("data: 1\n\ndata: 3\n\nhalf")
  })

  it("passes a long event on as it comes, and looks at the next one again", () => {
    const long = `data: ${"x".repeat(1_000_000)}\n\n`
    const whole = `data: 1\n\n${long}data: 2\n\n`
    const pieces = Array.from({ length: Math.ceil(whole.length / 1_400) }, (_, n) =>
      whole.slice(n * 1_400, (n + 1) * 1_400),
    )
    const { seen, passed, heldMost } = sorted(pieces)
    expect(passed).toBe(whole)
    expect(seen).toEqual(["data: 1", "data: 2"])
    expect(heldMost).toBeLessThan(70_000)
  })
})
