import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { emptyWindow, firstOf, isAtHead, type LogEvent, type LogWindow, lastOf, withLive, withPage } from "./window.ts"

const by = { kind: "person", name: "Ada" } as const
const eventOf = (seq: number, log = "a"): LogEvent => ({
  id: `${log}${seq}`,
  session: "s",
  seq,
  at: "2026-01-01T00:00:00.000Z",
  by,
  type: "input.withdrawn",
  v: 1,
  data: { input: `${seq}` },
})
const logOf = (length: number, log?: string) => Array.from({ length }, (_, at) => eventOf(at + 1, log))
const atMost = 12

type Step =
  | { do: "grow"; by: number }
  | { do: "page"; from: number; size: number; kept: "start" | "end" }
  | { do: "live"; size: number; behind: number; reading: "end" | "above" }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("grow" as const), by: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    do: fc.constant("page" as const),
    from: fc.integer({ min: 1, max: 60 }),
    size: fc.integer({ min: 0, max: 9 }),
    kept: fc.constantFrom("start" as const, "end" as const),
  }),
  fc.record({
    do: fc.constant("live" as const),
    size: fc.integer({ min: 0, max: 9 }),
    behind: fc.integer({ min: 0, max: 4 }),
    reading: fc.constantFrom("end" as const, "above" as const),
  }),
)

describe("the window over a log", () => {
  it("is always a bounded slice of the log, whatever comes in whatever order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 40 }), (length, steps) => {
        const log = logOf(length)
        let window = emptyWindow
        for (const each of steps) {
          const before = window
          if (each.do === "grow") log.push(...logOf(log.length + each.by).slice(log.length))
          if (each.do === "page") {
            const page = log.slice(each.from - 1, each.from - 1 + each.size)
            window = withPage(window, page, { head: log.length, kept: each.kept, atMost })
          }
          if (each.do === "live") {
            const head = Math.max(0, log.length - each.behind)
            const live = { events: log.slice(Math.max(0, head - each.size), head), head }
            window = withLive(window, live, { reading: each.reading, atMost })
            if (each.reading === "above") expect(firstOf(window)).toBe(firstOf(before) + headMoved(before, window))
          }
          expectSlice(window, log)
        }
      }),
    )
  })

  it("follows the end of the log without fetching, and lets the oldest go", () => {
    const log = logOf(30)
    const opened = withPage(emptyWindow, log.slice(0, 10), { head: 10, kept: "end", atMost })
    const followed = withLive(opened, { events: log.slice(8, 20), head: 20 }, { reading: "end", atMost })
    expect([firstOf(followed), lastOf(followed), isAtHead(followed)]).toEqual([9, 20, true])
  })

  it("keeps what a person reads above, and says that there is more below", () => {
    const log = logOf(30)
    const opened = withPage(emptyWindow, log.slice(0, 10), { head: 10, kept: "end", atMost })
    const followed = withLive(opened, { events: log.slice(8, 20), head: 20 }, { reading: "above", atMost })
    expect([firstOf(followed), lastOf(followed), isAtHead(followed)]).toEqual([1, 12, false])
  })

  it("reaches every event by pages in both directions", () => {
    const log = logOf(50)
    let window = withPage(emptyWindow, log.slice(-5), { head: 50, kept: "end", atMost })
    while (firstOf(window) > 1) {
      const before = firstOf(window)
      const page = log.slice(Math.max(0, before - 6), before - 1)
      window = withPage(window, page, { head: 50, kept: "start", atMost })
      expect(firstOf(window)).toBeLessThan(before)
    }
    while (!isAtHead(window)) {
      const after = lastOf(window)
      window = withPage(window, log.slice(after, after + 5), { head: 50, kept: "end", atMost })
      expect(lastOf(window)).toBeGreaterThan(after)
    }
    expectSlice(window, log)
  })

  it("takes nothing after a gap, and knows that the log went on", () => {
    const log = logOf(30)
    const opened = withPage(emptyWindow, log.slice(0, 5), { head: 5, kept: "end", atMost })
    const behind = withLive(opened, { events: log.slice(20), head: 30 }, { reading: "end", atMost })
    expect([firstOf(behind), lastOf(behind), behind.head, isAtHead(behind)]).toEqual([1, 5, 30, false])
  })

  it("forgets a log that was replaced by another one", () => {
    const opened = withPage(emptyWindow, logOf(10), { head: 10, kept: "end", atMost })
    const other = logOf(8, "b")
    expect(withLive(opened, { events: other.slice(3), head: 8 }, { reading: "end", atMost })).toEqual({
      events: other.slice(3),
      head: 8,
      inputs: [],
    })
  })

  it("knows the inputs that wait when it begins, whatever it dropped", () => {
    const inputEvent = (seq: number, type: string, input: string) => ({ ...eventOf(seq), type, data: { input } })
    const log = logOf(60)
    log[1] = inputEvent(2, "input.accepted", "waits")
    log[2] = inputEvent(3, "input.accepted", "taken")
    log[3] = inputEvent(4, "input.edited", "waits")
    log[4] = inputEvent(5, "input.consumed", "taken")
    const seqs = ({ inputs }: LogWindow) => inputs.map(({ seq }) => seq)
    let window = withPage(emptyWindow, log.slice(0, 10), { head: 10, kept: "end", atMost })
    expect(seqs(window)).toEqual([])
    for (let head = 11; head <= 40; head++) {
      window = withLive(window, { events: log.slice(head - 3, head), head }, { reading: "end", atMost })
    }
    expect([firstOf(window), ...seqs(window)]).toEqual([29, 2, 4])
    // Fetched with what the server knows of it, it is the same.
    const inputs = [log[1], log[3]].filter((event) => event !== undefined)
    const fetched = withPage(emptyWindow, log.slice(28, 40), { head: 40, kept: "end", inputs, atMost })
    expect(fetched).toEqual(window)
    // Going back to where they are, they are events like all others.
    const back = withPage(fetched, log.slice(2, 28), { head: 40, kept: "start", inputs: inputs.slice(0, 1), atMost })
    expect([firstOf(back), ...seqs(back)]).toEqual([3, 2])
  })

  it("is the same object where nothing changed", () => {
    const log = logOf(10)
    const opened = withPage(emptyWindow, log, { head: 10, kept: "end", atMost })
    expect(withLive(opened, { events: log.slice(4), head: 10 }, { reading: "end", atMost })).toBe(opened)
  })
})

// An empty window begins after its head.
const headMoved = (before: LogWindow, after: LogWindow) => (before.events.length === 0 ? after.head - before.head : 0)

function expectSlice(window: LogWindow, log: readonly LogEvent[]): void {
  const { events, head } = window
  expect(events.length).toBeLessThanOrEqual(atMost)
  expect(head).toBeLessThanOrEqual(log.length)
  if (events.length > 0) expect(events).toEqual(log.slice(firstOf(window) - 1, lastOf(window)))
}
