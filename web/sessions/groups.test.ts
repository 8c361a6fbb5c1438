import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { noFilter } from "./filter.ts"
import { grouped } from "./groups.ts"

/** In the calendar of this machine, whatever that is. */
const local = (...[year, month, day, hour = 0, minute = 0, second = 0]: number[]) =>
  new Date(year ?? 0, (month ?? 1) - 1, day, hour, minute, second).toISOString()

const keys = (now: string, ...at: string[]) =>
  grouped(
    at.map((updatedAt, n) => rowOf({ id: `s${n}`, updatedAt })),
    { filter: noFilter, now: new Date(now) },
  ).map(({ key, rows }) => `${key}:${rows.length}`)

describe("the groups of the list", () => {
  it("goes by the days of the calendar, not by hours", () => {
    const now = local(2026, 11, 16, 0, 5)
    expect(keys(now, local(2026, 11, 16), local(2026, 11, 15, 23, 59, 59), local(2026, 11, 15))).toEqual([
      "today:1",
      "yesterday:2",
    ])
    expect(keys(now, local(2026, 11, 14, 23, 59, 59), local(2026, 11, 1))).toEqual(["earlier:2"])
  })

  it("names the months before this one", () => {
    const now = local(2026, 1, 2, 12)
    expect(keys(now, local(2026, 1, 1), local(2025, 12, 31), local(2025, 12, 1), local(2025, 1, 31))).toEqual([
      "yesterday:1",
      "2025-12:2",
      "2025-1:1",
    ])
  })

  it("calls the last day of a month yesterday on the first of the next", () => {
    expect(keys(local(2026, 3, 1, 8), local(2026, 2, 28, 23), local(2026, 2, 27))).toEqual(["yesterday:1", "2026-2:1"])
  })

  it("takes what is ahead of the clock for today", () => {
    expect(keys(local(2026, 3, 1), local(2026, 3, 2))).toEqual(["today:1"])
  })

  it("has a group of what is pinned, in the list only", () => {
    const rows = [rowOf({ id: "a", pinned: true, updatedAt: local(2026, 3, 1) })]
    const now = new Date(local(2026, 3, 1, 5))
    expect(grouped(rows, { filter: noFilter, now }).map(({ key }) => key)).toEqual(["pinned"])
    expect(grouped(rows, { filter: { ...noFilter, place: "trash" }, now }).map(({ key }) => key)).toEqual(["today"])
  })
})
