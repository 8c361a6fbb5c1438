import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import type { Group } from "./groups.ts"
import { laidOut, lineAt, lineOf, orderOf, rowIn, shiftBetween } from "./layout.ts"

const group = (key: Group["key"], ...ids: string[]): Group => ({ key, rows: ids.map((id) => rowOf({ id })) })
const lay = (...groups: Group[]) => laidOut(groups, { heading: 10, row: 50 })
const all = () => true

describe("the layout of the list", () => {
  it("puts groups below each other", () => {
    const layout = lay(group("today", "a", "b"), group("yesterday", "c"))
    const { groups, size, count } = layout
    const lines = Array.from({ length: count }, (_, at) => lineAt(layout, at))
    expect(lines.map((line) => line?.start)).toEqual([0, 10, 60, 110, 120])
    expect(lines.map((line) => (line?.kind === "row" ? line.row.id : line?.kind))).toEqual([
      "heading",
      "a",
      "b",
      "heading",
      "c",
    ])
    expect(lineAt(layout, count)).toBeUndefined()
    expect(lineAt(layout, -1)).toBeUndefined()
    expect(orderOf(layout)).toEqual(["a", "b", "c"])
    expect(groups.map(({ start, size }) => [start, size])).toEqual([
      [0, 110],
      [110, 60],
    ])
    expect(size).toBe(170)
    expect(lineOf(layout, "c")).toBe(4)
    expect(rowIn(layout, "c")?.id).toBe("c")
    expect(rowIn(layout, "gone")).toBeUndefined()
  })

  it("keeps what is looked at in its place when rows come above it", () => {
    const before = lay(group("today", "a", "b", "c"))
    expect(shiftBetween(before, lay(group("today", "n", "a", "b", "c")), 70, all)).toBe(50)
    expect(shiftBetween(before, lay(group("today", "b", "c")), 70, all)).toBe(-50)
    expect(shiftBetween(before, lay(group("pinned", "x"), group("today", "a", "b", "c")), 0, all)).toBe(60)
  })

  it("does not follow a row that moved by itself", () => {
    const before = lay(group("today", "a", "b", "c"))
    const after = lay(group("today", "b", "a", "c"))
    expect(shiftBetween(before, after, 60, (id) => id !== "b")).toBe(0)
    expect(shiftBetween(before, lay(group("today", "x")), 60, all)).toBe(0)
  })
})
