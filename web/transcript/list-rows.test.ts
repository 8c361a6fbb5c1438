import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { type Line, logOf } from "../../test/support/session/example.ts"
import { logArbitrary } from "../../test/support/session/log.ts"
import * as say from "../../test/support/session/say.ts"
import type { OutboxEntry } from "../live/outbox-entries.ts"
import { itemsOf } from "./list-items.ts"
import { estimateOf, type ListRow, newSince, rowsOf } from "./list-rows.ts"

const items = itemsOf(
  logOf(
    say.opened,
    say.send("a", "hello"),
    say.started(),
    say.consumed("a"),
    say.asked(),
    say.answered(5, "", "c"),
    say.called("c"),
    say.finished("c", "text"),
    say.asked(),
    say.answered(9, "done"),
    say.stopped("answered"),
  ),
  undefined,
)
const entry = (key: string): OutboxEntry => ({
  key,
  session: "s",
  at: "2026-01-01T00:00:00.000Z",
  order: 1,
  tab: "t",
  route: "POST /api/sessions/:id/inputs",
  given: { body: { text: "more" } },
})
const oneDay = { first: 1, dayOf: () => "day" }
const keys = (rows: readonly ListRow[]) => rows.map(({ key }) => key)
const onDay = (item: TranscriptItem, day: number): TranscriptItem => ({ ...item, at: `2026-01-0${day}T12:00:00.000Z` })

describe("the rows of a transcript", () => {
  it("leave out an answer that says nothing: its tools do", () => {
    expect(keys(rowsOf(items, [], oneDay))).toEqual(["input:a", "tool:7", "answer:9", "stop:11"])
  })

  it("end with what is being sent, until the log has it: then the same row is the message", () => {
    expect(keys(rowsOf(items, [entry("b")], oneDay)).at(-1)).toBe("input:b")
    expect(keys(rowsOf(items, [entry("a")], oneDay))).toEqual(keys(rowsOf(items, [], oneDay)))
  })

  it("leave what is queued to the queue, and it is not taken for unsent either", () => {
    const queue = itemsOf(logOf(say.opened, say.started(), say.queue("b", "next")))
    expect(keys(rowsOf(queue, [entry("b")], { ...oneDay, queued: true }))).toEqual([])
    expect(keys(rowsOf(queue, [entry("b")], oneDay))).toEqual(["input:b"])
  })

  it("are one for all the retries of a call that failed", () => {
    const failed = (asked: number, number: number): Line => [
      "model.failed",
      { asked, kind: "server", message: "500", retryAt: "2026-01-01T00:00:00.000Z", retry: { number, of: 5 } },
    ]
    const shown = itemsOf(logOf(say.opened, say.asked(), failed(2, 1), say.asked(), failed(4, 2), say.asked()))
    const rows = rowsOf(shown, [], oneDay)
    expect(keys(rows)).toEqual(["answer:2", "answer:6"])
    expect(rows[0]).toMatchObject({ kind: "retries", failed: [{ seq: 2 }, { seq: 4 }] })
  })

  it("have keys of their own, whatever the log", () => {
    fc.assert(
      fc.property(logArbitrary(), (events) => {
        const found = keys(rowsOf(itemsOf(events), [entry("x")], oneDay))
        expect(new Set(found).size).toBe(found.length)
      }),
      { numRuns: 200 },
    )
  })

  it("name a day where it begins, and none above the first row of a page", () => {
    const days = items.map((item, at) => onDay(item, at < 3 ? 1 : 2))
    const dayOf = (at: string) => at.slice(0, 10)
    const named = (first: number) => rowsOf(days, [], { first, dayOf }).map(({ day }) => day !== null)
    expect(named(1)).toEqual([true, false, true, false])
    expect(named(500)).toEqual([false, false, true, false])
  })

  it("count what is new since an event", () => {
    const rows = rowsOf(items, [entry("b")], oneDay)
    expect([newSince(rows, 0), newSince(rows, 7), newSince(rows, 99)]).toEqual([0, 2, 0])
  })

  it("are thought to be higher the more they say, and the narrower they are", () => {
    const [row] = rowsOf(items, [], oneDay)
    if (row?.kind !== "item" || row.item.kind !== "input") throw new Error("the first row is the message")
    const long: ListRow = { ...row, item: { ...row.item, text: "word ".repeat(200) } }
    expect(estimateOf(long, 736)).toBeGreaterThan(estimateOf(row, 736))
    expect(estimateOf(long, 320)).toBeGreaterThan(estimateOf(long, 736))
  })
})
